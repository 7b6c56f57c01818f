// `pentad gomocup`, also as `pbrain-ANYTHING`: the Gomocup (Piskvork) protocol, the engine's side.
#include "app/subcommand.h"
#include "protocol/gomocup.h"

#include <stdio.h>
#include <unistd.h>

typedef struct {
    const char *player;
} Args;

// clang-format off
static const Option options[] = {
    PLAYER_OPTION("the player that chooses the moves (default: strong)"),
    {0},
};

static const Example examples[] = {
    {"printf 'START 15\\nBEGIN\\n' | pentad gomocup", "the first move"},
    {"ln -s $(command -v pentad) pbrain-pentad", "creates a name that Piskvork accepts"},
    {0},
};
// clang-format on

static int run(const CommandLine *line) {
    const Args *args = line->args;
    Error err = {0};
    Gomocup *g = gomocup_new(&(GomocupOptions){.player = args->player}, &err);
    if (!g)
        return subcommand_misuse(&cmd_gomocup, &err);
    gomocup_run(g, STDIN_FILENO, stdout);
    gomocup_free(g);
    return EXIT_OK;
}

const Subcommand cmd_gomocup = {
    .name = "gomocup",
    .program = "pbrain-*",
    .summary = "run as an engine for Piskvork and Gomocup",
    .operands = "",
    .description =
        "Answers commands of the Gomocup protocol on standard input until END or the end of input. "
        "A link to the program whose name starts with pbrain- does the same, because managers "
        "require such a name.\n\n"
        "Commands are read during a search: STOP returns the best move immediately, END exits. "
        "Time starts when a move is requested, so a manager may suspend the program between moves.",
    .details = gomocup_add_help,
    .options = options,
    .examples = examples,
    .args_size = sizeof(Args),
    .run = run,
};
