// `pentad openings`: generates a book of balanced openings.
#include "app/generator.h"
#include "core/notation.h"
#include "match/opening_book.h"

typedef struct {
    int64_t count, size, stones, bound, nodes, seed, threads;
    const char *rules, *output;
    bool quiet;
} Args;

// clang-format off
static const Option options[] = {
    {"count", 0, OPTION_INT, offsetof(Args, count), "number of openings (default: 100)", "N", .min = 1, .max = 1000000, .old = "-n"},
    RULES_OPTION("rule set (default: freestyle)"),
    SIZE_OPTION("board size (default: 15)", 9),
    {"stones", 0, OPTION_INT, offsetof(Args, stones), "stones per opening (default: 5)", "N", .min = 2, .max = 20},
    {"bound", 0, OPTION_INT, offsetof(Args, bound), "maximum advantage of either side (default: 50)", "VALUE", .min = 1, .max = 10000, .old = "-b"},
    {"nodes", 0, OPTION_INT, offsetof(Args, nodes), "nodes for choosing the last stone; the check gets eight times as many (default: 20000)", "N", .min = 100, .max = 1000000000},
    SEED_OPTION("random seed (default: 1)"),
    THREADS_OPTION(GENERATOR_THREADS_MAX, "-t"),
    OUTPUT_OPTION,
    QUIET_OPTION("no progress on standard error"),
    {0},
};

static const Example examples[] = {
    {"pentad openings --count 20", "twenty openings for freestyle on 15x15"},
    {"pentad openings --rules renju --count 500 --threads 2 --output renju15.txt", "an opening book for matches"},
    {"pentad match new=... old=... --book renju15.txt --rules renju", "uses it in a match"},
    {0},
};
// clang-format on

// What an attempt finds.
typedef struct {
    bool found;
    BalancedOpening opening;
} Attempt;

typedef struct {
    const Args *args;
    BalancedOpeningOptions options;
} Openings;

// The same text as in data/openings, so that those files can be reproduced byte for byte.
static void print_head(void *context, Engine *engine, FILE *out) {
    const Openings *o = context;
    const Args *a = o->args;
    fprintf(out,
            "# Openings for %s on %dx%d, made by pentad " PENTAD_VERSION ", engine %016llx, with\n"
            "#     pentad openings --rules %s --size %d --count %d --stones %d --bound %d --nodes "
            "%lld --seed %lld\n"
            "# Random stones near each other, then the move whose value is nearest to 0, kept if a "
            "search of\n"
            "# %lld nodes puts neither side ahead by more than %d. After #: its value for the side "
            "to move.\n",
            a->rules, (int)a->size, (int)a->size,
            (unsigned long long)balanced_opening_signature(engine, &o->options), a->rules,
            (int)a->size, (int)a->count, (int)a->stones, (int)a->bound, (long long)a->nodes,
            (long long)a->seed, (long long)a->nodes * BALANCED_OPENING_CHECK, (int)a->bound);
}

static void attempt(void *context, Engine *engine, StopToken stop, int number, void *found) {
    const Openings *o = context;
    Attempt *a = found;
    a->found = balanced_opening_attempt(engine, &o->options, number, stop, &a->opening);
}

static void print_opening(void *context, Generator *g, const void *found, FILE *out) {
    const Openings *o = context;
    const Attempt *a = found;
    const OpeningLine *line = &a->opening.line;
    if (!a->found || !generator_accept(g, balanced_opening_key(line, o->options.size)))
        return;
    ScopedStr text = {0};
    for (int i = 0; i < line->count; i++)
        point_format(line->points[i], NOTATION_POS, o->options.size, &text);
    fprintf(out, "%s # %+d\n", str_text(&text), a->opening.value);
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    Error err = {0};
    Openings o = {
        .args = args,
        .options = {.rules = rules_find(args->rules, &err),
                    .size = (int)args->size,
                    .stones = (int)args->stones,
                    .bound = (int)args->bound,
                    .nodes = args->nodes,
                    .seed = (uint64_t)args->seed},
    };
    return generator_run(&(GeneratorOptions){
        .command = &cmd_openings,
        .results = "openings",
        .tasks = "attempts",
        .hint = ": try a larger --bound or more --stones",
        .output = args->output,
        .quiet = args->quiet,
        .threads = (int)args->threads,
        .wanted = (int)args->count,
        .effort_max = 2000, // options that find almost no openings
        .task_size = sizeof(Attempt),
        .context = &o,
        .begin = print_head,
        .work = attempt,
        .write = print_opening,
    });
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
    .status =
        "0 for success, 1 if too few openings were found or the file cannot be written, 2 for a "
        "usage error, 130 after Ctrl-C.",
    .catches_signals = true,
    ARGS(.count = 100, .size = 15, .stones = 5, .bound = 50, .nodes = 20000, .seed = 1,
         .threads = 1, .rules = "freestyle"),
    .run = run,
};
