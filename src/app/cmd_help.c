// `pentad help`: the same tables as every --help, also as man pages and completion for the build.
#include "app/help.h"

#include <stdio.h>

typedef struct {
    bool man, completion;
} Args;

// clang-format off
static const Option options[] = {
    {"man", 0, OPTION_FLAG, offsetof(Args, man), "print the manual page, in roff"},
    {"completion", 0, OPTION_FLAG, offsetof(Args, completion), "print a completion script for bash"},
    {0},
};

static const Example examples[] = {
    {"pentad help", "lists the commands"},
    {"pentad help convert", "says all about one of them"},
    {"pentad help --man convert | man -l -", "the same as a manual page"},
    {". <(pentad help --completion)", "makes the Tab key know pentad in this shell"},
    {0},
};
// clang-format on

static void compose(const Args *args, const Subcommand *about, Str *out) {
    if (args->completion)
        help_bash_completion(out);
    else if (args->man)
        help_man_page(about, out);
    else if (about)
        help_subcommand(about, out);
    else
        help_overview(out);
}

static int run(int argc, char **argv) {
    Args args = {0};
    int status;
    if (!subcommand_parse(&cmd_help, &args, &argc, &argv, &status))
        return status;
    const Subcommand *about = argc ? subcommand_find(argv[0]) : NULL;
    if (argc && !about) {
        Error err = {0};
        did_you_mean_error(&err, "command", argv[0], subcommand_name);
        subcommand_fail(&cmd_help, &err);
        return EXIT_USAGE;
    }
    Str text = {0};
    compose(&args, about, &text);
    fputs(str_text(&text), stdout);
    str_release(&text);
    return EXIT_OK;
}

const Subcommand cmd_help = {
    .name = "help",
    .summary = "list the commands, or say all about one",
    .operands = "[COMMAND]",
    .max_operands = 1,
    .description = "Without a command, a list of them with one line each.",
    .options = options,
    .examples = examples,
    .run = run,
};
