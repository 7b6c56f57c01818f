// `pentad help`: the text of --help, and for the build the man pages and the shell completion.
#include "app/subcommand.h"

#include <stdio.h>

typedef struct {
    bool man, completion;
} Args;

// clang-format off
static const Option options[] = {
    {"man", 0, OPTION_FLAG, offsetof(Args, man), "print the man page (roff)"},
    {"completion", 0, OPTION_FLAG, offsetof(Args, completion), "print a bash completion script"},
    {0},
};

static const Example examples[] = {
    {"pentad help", "lists the commands"},
    {"pentad help convert", "describes one command"},
    {"pentad help --man convert | man -l -", "the same as a man page"},
    {". <(pentad help --completion)", "enables Tab completion in this shell"},
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
        return subcommand_misuse(&cmd_help, &err);
    }
    Str text = {0};
    compose(&args, about, &text);
    print_and_release(&text, stdout);
    return EXIT_OK;
}

const Subcommand cmd_help = {
    .name = "help",
    .summary = "list the commands, or describe one",
    .operands = "[COMMAND]",
    .max_operands = 1,
    .description = "Without COMMAND, lists all commands with one line each.",
    .options = options,
    .examples = examples,
    .run = run,
};
