// `pentad openings`: makes openings that favour neither side.
#include "app/subcommand.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/thread_pool.h"
#include "core/notation.h"
#include "match/balanced_opening.h"
#include "match/progress_display.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

typedef struct {
    int64_t count, size, stones, bound, nodes, seed, threads;
    const char *rules, *output;
} Args;

enum { THREADS_MAX = 64, ATTEMPTS_A_THREAD = 8 };

// clang-format off
static const Option options[] = {
    {"count", 'n', OPTION_INT, offsetof(Args, count), "how many (otherwise 100)", "N", .min = 1, .max = 1000000},
    {"rules", 'r', OPTION_TEXT, offsetof(Args, rules), "rule set (otherwise freestyle)", "RULES", .choices = rules_name},
    {"size", 's', OPTION_INT, offsetof(Args, size), "lines of the board (otherwise 15)", "N", .min = 9, .max = BOARD_MAX},
    {"stones", 0, OPTION_INT, offsetof(Args, stones), "of an opening (otherwise 5)", "N", .min = 2, .max = 20},
    {"bound", 'b', OPTION_INT, offsetof(Args, bound), "the most that either side may be ahead (otherwise 50)", "VALUE", .min = 1, .max = 10000},
    {"nodes", 0, OPTION_INT, offsetof(Args, nodes), "of the search for the last stone; its check has eight times as many (otherwise 20000)", "N", .min = 100, .max = 1000000000},
    {"seed", 0, OPTION_INT, offsetof(Args, seed), "of the random stones (otherwise 1)", "N", .min = 0, .max = INT64_MAX},
    {"threads", 't', OPTION_INT, offsetof(Args, threads), "searches at once (otherwise 1)", "N", .min = 1, .max = THREADS_MAX},
    {"output", 'o', OPTION_TEXT, offsetof(Args, output), "a new file (otherwise standard output)", "FILE"},
    {0},
};

static const Example examples[] = {
    {"pentad openings --count 20", "twenty openings for freestyle on 15x15"},
    {"pentad openings --rules renju --count 500 --threads 2 --output renju15.txt", "a book for matches"},
    {"pentad match new=... old=... --openings renju15.txt --rules renju", "and its use"},
    {0},
};
// clang-format on

// One attempt of a batch.
typedef struct {
    bool found;
    BalancedOpening result;
} Attempt;

typedef struct {
    const Args *args;
    BalancedOpeningOptions recipe;
    FILE *out;
    ProgressDisplay live;
    int64_t began_ms;

    uint64_t *keys; // of the openings that were found
    int found, twice;
    int tried; // attempts that are over
    int batch; // attempts of a batch
    Attempt *attempts;
    ThreadPool *crew;
    Analyst *analysts[THREADS_MAX]; // one for each of the crew
    atomic_int next;                // of the batch, that nobody has taken
} Openings;

// ---- Making

static bool is_interrupted(void *context) {
    (void)context;
    return interrupt_signal() != 0;
}

static void work(void *context, int worker) {
    Openings *o = context;
    for (int i; (i = atomic_fetch_add(&o->next, 1)) < o->batch && !is_interrupted(NULL);)
        o->attempts[i].found =
            balanced_opening_attempt(o->analysts[worker], &o->recipe, o->tried + i, is_interrupted,
                                     NULL, &o->attempts[i].result);
}

static void make_batch(Openings *o) {
    memset(o->attempts, 0, (size_t)o->batch * sizeof o->attempts[0]);
    atomic_store(&o->next, 0);
    thread_pool_run(o->crew, (int)o->args->threads, work, o);
}

// ---- Keeping

static bool is_new(Openings *o, const OpeningLine *line) {
    uint64_t key = balanced_opening_key(line, o->recipe.size);
    for (int i = 0; i < o->found; i++)
        if (o->keys[i] == key)
            return false;
    o->keys[o->found] = key;
    return true;
}

static void print_opening(const Openings *o, const BalancedOpening *b) {
    Str text = {0};
    for (int i = 0; i < b->line.count; i++)
        point_format(b->line.points[i], NOTATION_POS, o->recipe.size, &text);
    fprintf(o->out, "%s # %+d\n", str_text(&text), b->value);
    str_release(&text);
}

static void keep(Openings *o, const BalancedOpening *b) {
    if (!is_new(o, &b->line)) {
        o->twice++;
        return;
    }
    print_opening(o, b);
    o->found++;
}

// In the order of their numbers, whoever was faster.
static void keep_batch(Openings *o) {
    progress_display_clear(&o->live);
    for (int i = 0; i < o->batch && o->found < o->args->count; i++, o->tried++)
        if (o->attempts[i].found)
            keep(o, &o->attempts[i].result);
    fflush(o->out);
}

static void show_progress(Openings *o) {
    int64_t gone = (clock_now_ms() - o->began_ms) / 1000;
    Str text = {0};
    str_add(&text, "%d of %d openings, %d tried, %d twice, %lld s gone", o->found,
            (int)o->args->count, o->tried, o->twice, (long long)gone);
    if (o->found > 0)
        str_add(&text, ", %lld s to go",
                (long long)(gone * (o->args->count - o->found) / o->found));
    str_add_char(&text, '\n');
    progress_display_show(&o->live, &text);
    str_release(&text);
}

static void print_head(const Openings *o) {
    const Args *a = o->args;
    fprintf(o->out,
            "# Openings for %s on %dx%d, made by pentad " PENTAD_VERSION ", engine %016llx, with\n"
            "#     pentad openings --rules %s --size %d --count %d --stones %d --bound %d --nodes "
            "%lld --seed %lld\n"
            "# Random stones near each other, then the move whose value is nearest to 0, kept if a "
            "search of\n"
            "# %lld nodes puts neither side ahead by more than %d. Behind #: what it says for the "
            "side to move.\n",
            a->rules, (int)a->size, (int)a->size,
            (unsigned long long)balanced_opening_signature(o->analysts[0], &o->recipe), a->rules,
            (int)a->size, (int)a->count, (int)a->stones, (int)a->bound, (long long)a->nodes,
            (long long)a->seed, (long long)a->nodes * BALANCED_OPENING_CHECK, (int)a->bound);
}

// A recipe that finds nothing in so many attempts will not find anything.
static bool is_hopeless(const Openings *o) {
    enum { ATTEMPTS_MAX = 2000 };
    return o->tried > ATTEMPTS_MAX && o->found < o->tried / ATTEMPTS_MAX;
}

static int make_all(Openings *o) {
    Error err = {0};
    print_head(o);
    while (o->found < o->args->count && interrupt_signal() == 0 && !is_hopeless(o)) {
        show_progress(o);
        make_batch(o);
        if (interrupt_signal() == 0)
            keep_batch(o);
    }
    progress_display_clear(&o->live);
    if (interrupt_signal() != 0)
        return 128 + interrupt_signal();
    if (ferror(o->out) || fflush(o->out) != 0)
        error_set(&err, "%s", strerror(errno));
    else if (o->found < o->args->count)
        error_set(&err, "only %d of %d openings in %d attempts: a larger --bound, or more --stones",
                  o->found, (int)o->args->count, o->tried);
    return *err.text ? subcommand_fail(&cmd_openings, &err) : EXIT_OK;
}

// ---- Coming and going

static bool open_output(Openings *o, Error *err) {
    const char *path = o->args->output;
    o->out = path ? fopen(path, "wx") : stdout;
    return o->out || error_set(err, "%.100s: %s", path, strerror(errno));
}

static void hire(Openings *o) {
    int threads = (int)o->args->threads;
    o->batch = threads * ATTEMPTS_A_THREAD;
    o->attempts = mem_alloc((size_t)o->batch * sizeof o->attempts[0]);
    o->keys = mem_alloc((size_t)o->args->count * sizeof o->keys[0]);
    o->crew = thread_pool_new(threads);
    for (int i = 0; i < threads; i++)
        o->analysts[i] = analyst_new();
}

static void release(Openings *o) {
    thread_pool_free(o->crew);
    for (int i = 0; i < THREADS_MAX; i++)
        analyst_free(o->analysts[i]);
    mem_free(o->attempts);
    mem_free(o->keys);
    mem_free(o);
}

static int make_openings(const Args *args) {
    Openings *o = mem_alloc(sizeof *o);
    Error err = {0};
    o->args = args;
    o->recipe = (BalancedOpeningOptions){.rules = rules_find(args->rules, &err),
                                         .size = (int)args->size,
                                         .stones = (int)args->stones,
                                         .bound = (int)args->bound,
                                         .nodes = args->nodes,
                                         .seed = (uint64_t)args->seed};
    int status = EXIT_FAILED;
    if (!o->recipe.rules || !open_output(o, &err)) {
        subcommand_fail(&cmd_openings, &err);
    } else {
        hire(o);
        o->live = progress_display_on(stderr, stderr);
        o->began_ms = clock_now_ms();
        Interrupts held;
        interrupt_catch(&held);
        status = make_all(o);
        interrupt_restore(&held);
        if (args->output)
            fclose(o->out);
    }
    release(o);
    return status;
}

static int run(int argc, char **argv) {
    Args args = {.count = 100,
                 .size = 15,
                 .stones = 5,
                 .bound = 50,
                 .nodes = 20000,
                 .seed = 1,
                 .threads = 1,
                 .rules = rules_freestyle.name};
    int status;
    if (!subcommand_parse(&cmd_openings, &args, &argc, &argv, &status))
        return status;
    return make_openings(&args);
}

const Subcommand cmd_openings = {
    .name = "openings",
    .summary = "make openings that favour neither side, for matches",
    .operands = "",
    .description =
        "Throws random stones near each other, lets the engine find the move after which neither "
        "side stands better, and keeps the opening if a deeper search agrees. None comes twice, "
        "turned or mirrored. The same options give the same openings, however many threads there "
        "are, as long as the engine thinks alike; the head of the file says which options they "
        "were, and has a signature of the engine.\n\n"
        "Ctrl-C ends it, and what was found stays.",
    .options = options,
    .examples = examples,
    .status = "1: not enough were found, or the file cannot be written; 130 after Ctrl-C.",
    .run = run,
};
