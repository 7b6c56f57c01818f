// `pentad net`: what is in a net file.
#include "app/subcommand.h"
#include "base/file.h"
#include "base/util.h"
#include "engine/net/net_file.h"

#include <stdio.h>

static const Example examples[] = {
    {"pentad net training/nets/freestyle15-003.net", "describes the published net"},
    {"pentad play strong:net=my.net", "plays with another one"},
    {0},
};

static void describe(const NetFile *f) {
    printf("name          %s\n", *f->name ? f->name : "(none)");
    printf("architecture  %d: lines of %d points, %d rows, %s\n", f->part_count, 2 * f->reach + 1,
           net_row_count(f->reach), f->part_count == 1 ? "one part" : "a part for each colour");
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

static int run(int argc, char **argv) {
    int status;
    if (!subcommand_parse(&cmd_net, NULL, &argc, &argv, &status))
        return status;
    Str bytes = {0};
    Error err = {0};
    NetFile f;
    bool ok =
        file_read(argv[0], &bytes, &err) &&
        (net_file_parse(str_text(&bytes), bytes.len, &f, &err) || error_prefix(&err, argv[0]));
    if (ok)
        describe(&f);
    str_release(&bytes);
    return ok ? EXIT_OK : subcommand_fail(&cmd_net, &err);
}

const Subcommand cmd_net = {
    .name = "net",
    .summary = "describe a file with a neural network",
    .operands = "FILE",
    .min_operands = 1,
    .max_operands = 1,
    .description =
        "Prints what a net is for, how large it is and how far its numbers go, or why the file is "
        "refused. A net was trained for one rule set, and one for freestyle serves standard and "
        "renju too; the engine plays with the file by `strong:net=FILE`, with the nets inside the "
        "program by `strong:net=on`. `analyze`, `bench` and `selfplay` take it by `--net FILE`.",
    .examples = examples,
    .status = "1 where the file cannot be read or is no net.",
    .run = run,
};
