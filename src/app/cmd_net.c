// `pentad net`: prints the contents of an NNUE net file.
#include "app/subcommand.h"
#include "base/file.h"
#include "base/number.h"
#include "engine/net/net_file.h"

#include <stdio.h>

static const Example examples[] = {
    {"pentad net my.net", "describes a net"},
    {"pentad play --white strong:net=my.net", "plays against it"},
    {0},
};

static void describe(const NetFile *f) {
    printf("name          %s\n", *f->name ? f->name : "(none)");
    printf("architecture  %d: lines of %d points, %d rows, %s\n", f->part_count, 2 * f->reach + 1,
           net_row_count(f->reach), f->part_count == 1 ? "one part" : "one part per color");
    printf("heads         U %d, T %d, V %d, M %d\n", f->widths.gated, f->widths.whole,
           f->widths.hidden, f->widths.terms);
    printf("rules         %s\n", f->rules->name);
    printf("trained on    boards of %d to %d\n", f->size_min, f->size_max);
    printf("bytes         %zu\n", f->bytes);
    printf("checksum      %08x\n\n", f->checksum);
    printf("%-14s %9s %10s %10s\n", "numbers", "count", "largest", "allowed");
    for (NetSection s = 0; s < NET_SECTIONS; s++) {
        NetSectionSummary sum = net_file_summary(f, s);
        printf("%-14s %9d %10d %10d\n", sum.name, sum.count, sum.largest, sum.limit);
    }
}

static int run(const CommandLine *line) {
    ScopedStr bytes = {0};
    Error err = {0};
    NetFile f;
    bool ok = file_read(line->argv[0], &bytes, &err) &&
              (net_file_parse(str_text(&bytes), bytes.len, &f, &err) ||
               error_prefix(&err, line->argv[0]));
    if (ok)
        describe(&f);
    return ok ? EXIT_OK : subcommand_fail(&cmd_net, &err);
}

const Subcommand cmd_net = {
    .name = "net",
    .summary = "describe a file with a neural network",
    .operands = "FILE",
    .min_operands = 1,
    .max_operands = 1,
    .description =
        "Prints the rules, size and weight ranges of a net, or why the file is invalid. A net is "
        "trained for one rule set; a freestyle net also works for standard and renju. Play with it "
        "as `strong:net=FILE`, or with the built-in nets as `strong:net=on`. `analyze`, `bench` "
        "and "
        "`selfplay` have the option `--net FILE`.",
    .examples = examples,
    .status = "0 for success, 1 if the file cannot be read or is not a net, 2 for a usage error.",
    .run = run,
};
