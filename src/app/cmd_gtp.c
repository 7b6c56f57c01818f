// `pentad gtp`: the Go Text Protocol on standard input and output.
#include "app/subcommand.h"
#include "base/ascii.h"
#include "protocol/gtp.h"

#include <stdio.h>
#include <unistd.h>

typedef struct {
    const char *profile, *player, *rules;
    int64_t seed, size;
    bool ponder;
} Args;

// clang-format off
static const Option options[] = {
    PLAYER_OPTION("the player for genmove (default: random)"),
    SEED_OPTION("seed of the random player (default: a new one each time)"),
    SIZE_OPTION("initial board size (default: 7, with --profile gogui 15)", BOARD_MIN),
    RULES_OPTION("rule set (default: freestyle)"),
    {"profile", 0, OPTION_TEXT, offsetof(Args, profile), "GTP behavior to follow (default: course)", "PROFILE", .choices = gtp_profile_name},
    {"ponder", 0, OPTION_FLAG, offsetof(Args, ponder), "think on the opponent's time"},
    {0},
};

static const Example examples[] = {
    {"pentad gtp", "the random player of the course"},
    {"pentad gtp --profile gogui --player strong:2000", "the engine for GoGui, two seconds per move"},
    {"echo genmove b | pentad gtp --seed 1", "the same move each time"},
    {0},
};
// clang-format on

static void list_commands(Str *out) {
    help_add_players(out);
    str_add_text(out, "\nGTP commands:\n");
    for (int i = 0; gtp_command_at(i); i++) {
        const Command *c = gtp_command_at(i);
        command_add_help(c->name, c->usage ? c->usage : "", c->help, out);
    }
}

static bool pick_player(const Args *args, Str *out, Error *err) {
    const char *player = args->player ? args->player : player_random.name;
    str_add_text(out, player);
    if (args->seed < 0)
        return true;
    if (!ascii_equal(player, player_random.name))
        return error_set(err,
                         "--seed needs the player 'random' without its own options, "
                         "not '%.40s'",
                         player);
    str_add(out, ":%lld", (long long)args->seed);
    return true;
}

static Gtp *open_session(const Args *args, Error *err) {
    GtpOptions session = {.size = (int)args->size, .ponders = args->ponder};
    if (args->profile && !gtp_profile_find(args->profile, &session.profile, err))
        return NULL;
    if (args->rules && !(session.rules = rules_find(args->rules, err)))
        return NULL;
    ScopedStr player = {0};
    Gtp *g = NULL;
    if (pick_player(args, &player, err)) {
        session.player = str_text(&player);
        g = gtp_new(&session, err);
    }
    return g;
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    Error err = {0};
    Gtp *g = open_session(args, &err);
    if (!g)
        return subcommand_misuse(&cmd_gtp, &err);
    gtp_run(g, STDIN_FILENO, stdout);
    gtp_free(g);
    return EXIT_OK;
}

const Subcommand cmd_gtp = {
    .name = "gtp",
    .summary = "speak the Go Text Protocol",
    .operands = "",
    .description =
        "Answers GTP commands on standard input until 'quit' or the end of input. Without options "
        "it is the random player of a university course: an illegal move gets a success reply, "
        "points are in lower case, and list_commands lists the twenty commands of the course. "
        "Four things differ from the course's own program on purpose; no test of the course "
        "depends on them:\n\n"
        "  showboard      draws a board with coordinates, not a matrix of numbers\n"
        "  7 name         ids are repeated, as GTP requires: '=7 Go0', not '= Go0'\n"
        "  boardsize      accepts 2 to 25; any other size is an error, not a crash\n"
        "  known_command  is true for every command below, and all of them work\n\n"
        "For GoGui and other GTP programs use --profile gogui: an illegal move gets a failure "
        "reply, points are in upper case, and the initial board size is 15. Without it GoGui's "
        "window refuses every click, because it looks for the point in upper case in the list of "
        "legal moves.",
    .details = list_commands,
    .options = options,
    .examples = examples,
    ARGS(.seed = -1),
    .run = run,
};
