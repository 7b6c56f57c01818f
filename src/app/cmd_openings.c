// `pentad openings`: generates a book of balanced openings.
#include "app/subcommand.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/thread.h"
#include "core/notation.h"
#include "match/opening_book.h"
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
    {"count", 0, OPTION_INT, offsetof(Args, count), "number of openings (default: 100)", "N", .min = 1, .max = 1000000, .old = "-n"},
    RULES_OPTION("rule set (default: freestyle)"),
    SIZE_OPTION("board size (default: 15)", 9),
    {"stones", 0, OPTION_INT, offsetof(Args, stones), "stones per opening (default: 5)", "N", .min = 2, .max = 20},
    {"bound", 0, OPTION_INT, offsetof(Args, bound), "maximum advantage of either side (default: 50)", "VALUE", .min = 1, .max = 10000, .old = "-b"},
    {"nodes", 0, OPTION_INT, offsetof(Args, nodes), "nodes for choosing the last stone; the check gets eight times as many (default: 20000)", "N", .min = 100, .max = 1000000000},
    SEED_OPTION("random seed (default: 1)"),
    THREADS_OPTION(THREADS_MAX),
    OUTPUT_OPTION,
    {0},
};

static const Example examples[] = {
    {"pentad openings --count 20", "twenty openings for freestyle on 15x15"},
    {"pentad openings --rules renju --count 500 --threads 2 --output renju15.txt", "an opening book for matches"},
    {"pentad match new=... old=... --book renju15.txt --rules renju", "uses it in a match"},
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
    BalancedOpeningOptions options;
    FILE *out;
    ProgressDisplay display;
    int64_t started_ms;

    uint64_t *keys; // of the openings found so far
    int found, duplicates;
    int tried; // finished attempts
    int batch; // attempts per batch
    Attempt *attempts;
    ThreadPool *pool;
    Engine *engines[THREADS_MAX]; // one per thread
    atomic_int next;              // next attempt of the batch
} Openings;

// ---- Attempts

static void work(void *context, int worker) {
    Openings *o = context;
    for (int i; (i = atomic_fetch_add(&o->next, 1)) < o->batch && interrupt_signal() == 0;)
        o->attempts[i].found = balanced_opening_attempt(
            o->engines[worker], &o->options, o->tried + i, interrupt_stop, &o->attempts[i].result);
}

static void run_batch(Openings *o) {
    memset(o->attempts, 0, (size_t)o->batch * sizeof o->attempts[0]);
    atomic_store(&o->next, 0);
    thread_pool_run(o->pool, (int)o->args->threads, work, o);
}

// ---- Results

static bool is_new(Openings *o, const OpeningLine *line) {
    uint64_t key = balanced_opening_key(line, o->options.size);
    for (int i = 0; i < o->found; i++)
        if (o->keys[i] == key)
            return false;
    o->keys[o->found] = key;
    return true;
}

static void print_opening(const Openings *o, const BalancedOpening *b) {
    Str text = {0};
    for (int i = 0; i < b->line.count; i++)
        point_format(b->line.points[i], NOTATION_POS, o->options.size, &text);
    fprintf(o->out, "%s # %+d\n", str_text(&text), b->value);
    str_release(&text);
}

static void add_opening(Openings *o, const BalancedOpening *b) {
    if (!is_new(o, &b->line)) {
        o->duplicates++;
        return;
    }
    print_opening(o, b);
    o->found++;
}

// In the order of their numbers, whichever finished first.
static void add_batch(Openings *o) {
    progress_display_clear(&o->display);
    for (int i = 0; i < o->batch && o->found < o->args->count; i++, o->tried++)
        if (o->attempts[i].found)
            add_opening(o, &o->attempts[i].result);
    fflush(o->out);
}

static void show_progress(Openings *o) {
    int64_t elapsed = (clock_now_ms() - o->started_ms) / 1000;
    Str text = {0};
    str_add(&text, "%d of %d openings, %d tried, %d duplicates, %lld s elapsed", o->found,
            (int)o->args->count, o->tried, o->duplicates, (long long)elapsed);
    if (o->found > 0)
        str_add(&text, ", %lld s left",
                (long long)(elapsed * (o->args->count - o->found) / o->found));
    str_add_char(&text, '\n');
    progress_display_show(&o->display, &text);
    str_release(&text);
}

// The same text as in data/openings, so that those files can be reproduced byte for byte.
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
            (unsigned long long)balanced_opening_signature(o->engines[0], &o->options), a->rules,
            (int)a->size, (int)a->count, (int)a->stones, (int)a->bound, (long long)a->nodes,
            (long long)a->seed, (long long)a->nodes * BALANCED_OPENING_CHECK, (int)a->bound);
}

// Gives up on options that find almost no openings.
static bool is_hopeless(const Openings *o) {
    enum { ATTEMPTS_MAX = 2000 };
    return o->tried > ATTEMPTS_MAX && o->found < o->tried / ATTEMPTS_MAX;
}

static int run_all(Openings *o) {
    Error err = {0};
    print_head(o);
    while (o->found < o->args->count && interrupt_signal() == 0 && !is_hopeless(o)) {
        show_progress(o);
        run_batch(o);
        if (interrupt_signal() == 0)
            add_batch(o);
    }
    progress_display_clear(&o->display);
    if (interrupt_signal() != 0)
        return 128 + interrupt_signal();
    if (ferror(o->out) || fflush(o->out) != 0)
        error_set(&err, "%s", strerror(errno));
    else if (o->found < o->args->count)
        error_set(&err,
                  "only %d of %d openings in %d attempts: try a larger --bound or more --stones",
                  o->found, (int)o->args->count, o->tried);
    return *err.text ? subcommand_fail(&cmd_openings, &err) : EXIT_OK;
}

// ---- Set-up

static void start_threads(Openings *o) {
    int threads = (int)o->args->threads;
    o->batch = threads * ATTEMPTS_A_THREAD;
    o->attempts = mem_alloc((size_t)o->batch * sizeof o->attempts[0]);
    o->keys = mem_alloc((size_t)o->args->count * sizeof o->keys[0]);
    o->pool = thread_pool_new(threads);
    for (int i = 0; i < threads; i++)
        o->engines[i] = engine_new(NULL);
}

static void release(Openings *o) {
    thread_pool_free(o->pool);
    for (int i = 0; i < THREADS_MAX; i++)
        engine_free(o->engines[i]);
    mem_free(o->attempts);
    mem_free(o->keys);
    mem_free(o);
}

static int generate(const Args *args) {
    Openings *o = mem_alloc(sizeof *o);
    Error err = {0};
    o->args = args;
    o->options = (BalancedOpeningOptions){.rules = rules_find(args->rules, &err),
                                          .size = (int)args->size,
                                          .stones = (int)args->stones,
                                          .bound = (int)args->bound,
                                          .nodes = args->nodes,
                                          .seed = (uint64_t)args->seed};
    int status = EXIT_FAILED;
    if (!o->options.rules || !(o->out = subcommand_open_output(args->output, &err))) {
        subcommand_fail(&cmd_openings, &err);
    } else {
        start_threads(o);
        o->display = progress_display_on(stderr, stderr);
        o->started_ms = clock_now_ms();
        Interrupts held;
        interrupt_catch(&held);
        status = run_all(o);
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
    return generate(&args);
}

const Subcommand cmd_openings = {
    .name = "openings",
    .summary = "generate balanced openings for matches",
    .operands = "",
    .description =
        "Places random stones near each other, lets the engine find the most balanced next move, "
        "and keeps the opening if a deeper search agrees. There are no duplicates, not even "
        "rotated "
        "or mirrored. The same options give the same openings with any number of threads and the "
        "same engine version; the header of the file has the options and a signature of the "
        "engine.\n\n"
        "Ctrl-C stops it and keeps the openings found so far.",
    .options = options,
    .examples = examples,
    .status = "1 if too few openings were found or the file cannot be written, 130 after Ctrl-C.",
    .run = run,
};
