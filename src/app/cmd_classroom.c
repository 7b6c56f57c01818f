// `pentad classroom`: the game of the classroom course, in plain text.
#include "app/subcommand.h"
#include "protocol/classroom_dialogue.h"

#include <string.h>
#include <unistd.h>

typedef struct {
    const char *strong;
} Args;

static const char *side_name(int i) {
    static const char *const names[] = {"1", "2", "both", NULL};
    return names[i];
}

// clang-format off
static const Option options[] = {
    {"strong", 0, OPTION_TEXT, offsetof(Args, strong), "which player C plays as the strong engine (default: neither)", "PLAYER", .choices = side_name},
    {0},
};
// clang-format on

static const Example examples[] = {
    {"pentad classroom", "asks for two names and starts"},
    {"pentad classroom --strong 2", "the same; C as player 2 is the strong engine"},
    {"printf 'C\\nC\\n' | pentad classroom", "the computer plays against itself"},
    {"printf 'L\\n\\n' | pentad classroom", "shows the game in game.txt and continues it"},
    {0},
};

static void list_commands(Str *out) {
    str_add_text(out, "instead of a move you can type:\n");
    classroom_add_commands(out);
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    ClassroomOptions dialogue = {.at_terminal = isatty(STDIN_FILENO)};
    if (args->strong) {
        dialogue.is_strong[BLACK] = strcmp(args->strong, "2") != 0;
        dialogue.is_strong[WHITE] = strcmp(args->strong, "1") != 0;
    }
    ClassroomStreams streams = {stdin, stdout, stderr};
    Error err = {0};
    int status = classroom_play(&dialogue, &streams, &err);
    if (err.text[0])
        subcommand_fail(&cmd_classroom, &err);
    return status;
}

const Subcommand cmd_classroom = {
    .name = "classroom",
    .summary = "MATH20621: play the course's game on 8x8, in plain text",
    .operands = "",
    .description =
        "Two people, a person and the computer, or the computer against itself, on an 8x8 board; "
        "five or more in a row win. First it asks for two names. C is the easy computer of the "
        "course: it wins if it can, blocks a win, or takes the first free place. With --strong it "
        "is the strong engine, at two seconds per move. L instead of the first name loads a game "
        "from a file (default: game.txt).\n\n"
        "An unfinished game is saved, and the program prints where.",
    .details = list_commands,
    .options = options,
    .examples = examples,
    .status = "0 for success, 1 for a failure, 2 for a usage error, 128 + n after signal n.",
    .args_size = sizeof(Args),
    .run = run,
};
