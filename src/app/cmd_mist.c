// `pentad mist`, also as `gitm`: the game controller of Gomoku in the Mist.
#include "app/subcommand.h"
#include "protocol/mist_session.h"

#include <stdio.h>
#include <unistd.h>

static const Example examples[] = {
    {"pentad mist", "a game for two at one keyboard"},
    {"printf 'place A1\\nview\\nterm\\n' | pentad mist", "prints the view after a stone on A1"},
    {"ln -s $(command -v pentad) gitm; ./gitm < test.in",
     "runs it under the name that the course requires"},
    {0},
};

static void list_commands(Str *out) {
    str_add_text(out, "commands, one per line, exactly as shown:\n");
    mist_add_help(out);
}

static int run(const CommandLine *line) {
    (void)line;
    if (isatty(STDIN_FILENO))
        fputs("Type who, place J10, view, history, resign or term.\n", stderr);
    return mist_session_run(stdin, stdout);
}

const Subcommand cmd_mist = {
    .name = "mist",
    .program = "gitm",
    .summary = "COMP2017: run the controller of Gomoku in the Mist",
    .operands = "",
    .description =
        "Two players place stones on a 19x19 board hidden by mist, except for a 7x7 hole that "
        "moves after every stone. Five or more in a row win. Columns are A to S, including I, "
        "and row 1 is at the bottom.",
    .details = list_commands,
    .examples = examples,
    .status = "1 after term and 0 otherwise, as the course requires; 2 for a usage error.",
    .run = run,
};
