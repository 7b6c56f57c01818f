// `pentad classroom`: the classroom course's game.
#include "app/subcommand.h"
#include "protocol/classroom_dialogue.h"

#include <unistd.h>

static const Example examples[] = {
    {"pentad classroom", "asks for two names and begins"},
    {"printf 'C\\nC\\n' | pentad classroom", "the computer plays against itself"},
    {"printf 'L\\n\\n' | pentad classroom", "shows the game in game.txt, and goes on with it"},
    {0},
};

static void list_commands(Str *out) {
    str_add_text(out, "at a move you can type:\n");
    classroom_add_commands(out);
}

static int run(int argc, char **argv) {
    int status;
    if (!subcommand_parse(&cmd_classroom, NULL, &argc, &argv, &status))
        return status;
    ClassroomOptions options = {.at_terminal = isatty(STDIN_FILENO)};
    ClassroomStreams streams = {stdin, stdout, stderr};
    Error err = {0};
    status = classroom_play(&options, &streams, &err);
    if (err.text[0])
        subcommand_fail(&cmd_classroom, &err);
    return status;
}

const Subcommand cmd_classroom = {
    .name = "classroom",
    .summary = "play the classroom game on 8x8, in plain text",
    .operands = "",
    .description =
        "Two people, a person and the computer, or the computer alone, on an 8x8 board; five or "
        "more in a row win. It begins by asking for names: C is the course's easy computer, which "
        "wins if it can, stops a win, and otherwise takes the first place there is; C2 is the "
        "strong one, which thinks for two seconds. L instead of the first name loads a game from "
        "a file, game.txt if none is named.\n\n"
        "A game that is left unfinished is kept, and you are told where.",
    .details = list_commands,
    .examples = examples,
    .run = run,
};
