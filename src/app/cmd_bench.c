// `pentad bench`: engine benchmark, with a signature of the results.
#include "app/subcommand.h"
#include "base/json_writer.h"
#include "engine/bench.h"
#include "engine/search/params.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    int64_t repeat;
    const char *net;
    bool json, signature, params;
} Args;

// clang-format off
static const Option options[] = {
    {"repeat", 0, OPTION_INT, offsetof(Args, repeat), "run each row N times (default: 5)", "N", .min = 1, .max = BENCH_ROUNDS_MAX, .old = "-r --rounds"},
    NET_OPTION("net for the rows that use one (default: the built-in net)"),
    JSON_OPTION("print a line of JSON for each row"),
    {"signature", 0, OPTION_FLAG, offsetof(Args, signature), "print only the signatures, in the format of tests/engine/bench_signatures.inc; one run", .old = "-s"},
    {"params", 0, OPTION_FLAG, offsetof(Args, params), "print only the search parameters, one per line: name, value, minimum, maximum, step", .old = "-p"},
    {0},
};

static const Example examples[] = {
    {"pentad bench", "runs everything five times; takes a few seconds"},
    {"pentad bench search renju", "runs the rows whose names contain one of these words"},
    {"pentad bench --json --repeat 21 >today.json", "for scripts"},
    {0},
};
// clang-format on

static bool is_chosen(const char *name, int words, char *const *word) {
    bool chosen = words == 0;
    for (int i = 0; i < words; i++)
        chosen = chosen || strstr(name, word[i]);
    return chosen;
}

static double per_second(int64_t count, int64_t ns) {
    return ns > 0 ? (double)count * 1e9 / (double)ns : 0;
}

// 12,345 as 12.3 k: more digits would be noise.
static void add_rate(Str *out, double rate, const char *unit) {
    static const struct {
        double from;
        const char *letter;
    } scales[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {0, ""}};
    int i = 0;
    while (rate < scales[i].from)
        i++;
    ScopedStr text = {0};
    str_add(&text, "%.3g %s%ss/s", scales[i].from > 0 ? rate / scales[i].from : rate,
            scales[i].letter, unit);
    str_add(out, "%18s", str_text(&text));
}

static void add_row(Str *out, const BenchResult *r) {
    str_add(out, "%-36s", r->name);
    add_rate(out, per_second(r->items, r->median_ns), r->item);
    if (r->nodes > 0)
        add_rate(out, per_second(r->nodes, r->median_ns), "node");
    else
        str_add(out, "%18s", "");
    str_add(out, "%11.2f ms  %016llx\n", (double)r->median_ns / 1e6,
            (unsigned long long)r->signature);
}

static void add_json(Str *out, const BenchResult *r) {
    char signature[17];
    snprintf(signature, sizeof signature, "%016llx", (unsigned long long)r->signature);
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "name", r->name);
    write_text(&w, "item", r->item);
    write_number(&w, "items", r->items);
    write_number(&w, "nodes", r->nodes);
    write_number(&w, "fastest_ns", r->fastest_ns);
    write_number(&w, "median_ns", r->median_ns);
    write_text(&w, "signature", signature);
    write_end_object(&w);
    str_add_char(out, '\n');
}

static void add_signature(Str *out, const BenchResult *r) {
    str_add(out, "{\"%s\", 0x%016llx},\n", r->name, (unsigned long long)r->signature);
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    Error err = {0};
    Str text = {0};
    if (args->params) {
        params_format(&text);
        print_and_release(&text, stdout);
        return EXIT_OK;
    }
    if (args->net && !bench_check_net(args->net, &err))
        return subcommand_fail(&cmd_bench, &err);
    int done = 0;
    int64_t nodes = 0;
    for (int i = 0; bench_name(i); i++) {
        if (!is_chosen(bench_name(i), line->argc, line->argv))
            continue;
        BenchResult r = bench_run(i, args->signature ? 1 : (int)args->repeat, args->net);
        str_clear(&text);
        (args->signature ? add_signature : args->json ? add_json : add_row)(&text, &r);
        fputs(str_text(&text), stdout);
        fflush(stdout);
        nodes += r.nodes;
        done++;
    }
    if (args->signature && line->argc == 0)
        printf("{\"%s\", %lld},\n", BENCH_NODES, (long long)nodes);
    str_release(&text);
    if (done > 0)
        return EXIT_OK;
    error_set(&err, "no row has '%.40s' in its name", line->argv[0]);
    return subcommand_fail(&cmd_bench, &err);
}

enum { WORDS_MAX = 100 };

const Subcommand cmd_bench = {
    .name = "bench",
    .summary = "measure the engine's speed and print a signature of its results",
    .operands = "[WORD...]",
    .max_operands = WORDS_MAX,
    .description =
        "Runs fixed workloads and prints a row for each: generating the tables of a rule set, "
        "making and undoing moves, searching for wins by fours, searching. The times are medians "
        "of the runs, in CPU time.\n\n"
        "The last column is a signature of the results. It does not depend on the machine or the "
        "compiler: a different signature means different behavior of the engine. With WORDs, only "
        "the rows whose names contain one of them are run.",
    .options = options,
    .examples = examples,
    ARGS(.repeat = 5),
    .run = run,
};
