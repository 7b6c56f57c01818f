// `pentad mist`, also as `gitm`: the game controller of Gomoku in the Mist.
#include "app/subcommand.h"
#include "protocol/mist_session.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *opponent, *color;
} Args;

static const char *color_name(int i) {
    static const char *const names[] = {"black", "white", NULL};
    return names[i];
}

// clang-format off
static const Option options[] = {
    {"opponent", 0, OPTION_TEXT, offsetof(Args, opponent), "play against one of the players, such as level:5 (default: two people at one keyboard)", "PLAYER", .suggestions = player_kind_name},
    {"color", 0, OPTION_TEXT, offsetof(Args, color), "your color against an opponent (default: black)", "COLOR", .choices = color_name},
    {0},
};
// clang-format on

static const Example examples[] = {
    {"pentad mist", "a game for two at one keyboard"},
    {"pentad mist --opponent level:3 --color white", "against the computer, which moves first"},
    {"printf 'place A1\\nview\\nterm\\n' | pentad mist", "prints the view after a stone on A1"},
    {"ln -s $(command -v pentad) gitm; ./gitm < test.in",
     "runs it under the name that the course requires"},
    {0},
};

static void list_commands(Str *out) {
    str_add_text(out, "commands, one per line, exactly as shown:\n");
    mist_add_help(out);
    str_add_char(out, '\n');
    help_add_players(out);
}

static int run_against(const Args *args) {
    Player player;
    Error err = {0};
    int status = EXIT_OK;
    if (!player_open(args->opponent, &player, &err))
        return subcommand_misuse(&cmd_mist, &err);
    if (!player_prepare(&player, &rules_freestyle, &err)) {
        player_close(&player);
        return subcommand_fail(&cmd_mist, &err);
    }
    int seat = args->color && !strcmp(args->color, "white") ? SEAT_SECOND : SEAT_FIRST;
    bool ok = mist_session_run_against(&player, seat, stdin, stdout, &status, &err);
    player_close(&player);
    return ok ? status : subcommand_fail(&cmd_mist, &err);
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    if (args->color && !args->opponent)
        return subcommand_misuse(&cmd_mist, &(Error){"--color needs --opponent"});
    if (isatty(STDIN_FILENO))
        fprintf(stderr, "Type who, place J10, view, history, resign or term.%s\n",
                args->opponent ? " With a board on the screen: pentad play --mist" : "");
    return args->opponent ? run_against(args) : mist_session_run(stdin, stdout);
}

const Subcommand cmd_mist = {
    .name = "mist",
    .program = "gitm",
    .summary = "COMP2017: run the controller of Gomoku in the Mist",
    .operands = "",
    .description =
        "Two players place stones on a 19x19 board hidden by mist, except for a 7x7 hole that "
        "moves after every stone. Five or more in a row win. Columns are A to S, including I, "
        "and row 1 is at the bottom.\n\n"
        "With --opponent you play one side and the computer the other. It knows only what it has "
        "seen, as you do; history lists your own moves until the game is over.",
    .details = list_commands,
    .options = options,
    .examples = examples,
    .status = "1 after term and 0 otherwise, as the course requires; 2 for a usage error.",
    ARGS(0),
    .run = run,
};
