// `pentad gtp`: the Go Text Protocol on standard input and output.
#include "app/subcommand.h"
#include "protocol/gtp.h"

#include <stdio.h>
#include <strings.h>
#include <unistd.h>

typedef struct {
    const char *profile, *player, *rules;
    int64_t seed, size;
    bool ponder;
} Args;

// clang-format off
static const Option options[] = {
    {"player", 'p', OPTION_TEXT, offsetof(Args, player), "who answers genmove (otherwise random)", "PLAYER"},
    {"seed", 0, OPTION_INT, offsetof(Args, seed), "the random player's seed (otherwise another one each time)", "N", .min = 0, .max = INT64_MAX},
    {"size", 's', OPTION_INT, offsetof(Args, size), "lines of the board at the start (otherwise 7; gogui: 15)", "N", .min = BOARD_MIN, .max = BOARD_MAX},
    {"rules", 'r', OPTION_TEXT, offsetof(Args, rules), "rule set (otherwise freestyle)", "RULES", .choices = rules_name},
    {"profile", 0, OPTION_TEXT, offsetof(Args, profile), "whose habits to follow (otherwise course)", "PROFILE", .choices = gtp_profile_name},
    {"ponder", 0, OPTION_FLAG, offsetof(Args, ponder), "think on the other side's time too"},
    {0},
};

static const Example examples[] = {
    {"pentad gtp", "the course's random player"},
    {"pentad gtp --profile gogui --player strong:2000", "the engine for GoGui's window, two seconds a move"},
    {"echo genmove b | pentad gtp --seed 1", "the same move each time"},
    {0},
};
// clang-format on

static void list_commands(Str *out) {
    str_add_text(out, "players:\n");
    for (int i = 0; player_kind_at(i); i++)
        str_add(out, "  %-10s %s\n", player_kind_at(i)->name, player_kind_at(i)->summary);
    str_add_text(out, "\nGTP commands:\n");
    for (int i = 0; gtp_command_at(i); i++) {
        const Command *c = gtp_command_at(i);
        str_add(out, "  %s%s%s\n      %s\n", c->name, c->usage ? " " : "", c->usage ? c->usage : "",
                c->help);
    }
}

static bool pick_player(const Args *args, Str *out, Error *err) {
    const char *player = args->player ? args->player : player_random.name;
    str_add_text(out, player);
    if (args->seed < 0)
        return true;
    if (strcasecmp(player, player_random.name) != 0)
        return error_set(err,
                         "--seed is for the player 'random' without options of its own, "
                         "not for '%.40s'",
                         player);
    str_add(out, ":%lld", (long long)args->seed);
    return true;
}

static Gtp *open_session(const Args *args, Error *err) {
    GtpOptions session = {.size = (int)args->size, .ponders = args->ponder};
    for (int i = 0; args->profile && gtp_profile_name(i); i++)
        if (!strcasecmp(gtp_profile_name(i), args->profile))
            session.profile = (GtpProfile)i;
    if (args->rules && !(session.rules = rules_find(args->rules, err)))
        return NULL;
    Str player = {0};
    Gtp *g = NULL;
    if (pick_player(args, &player, err)) {
        session.player = str_text(&player);
        g = gtp_new(&session, err);
    }
    str_release(&player);
    return g;
}

static int run(int argc, char **argv) {
    Args args = {.seed = -1};
    int status;
    if (!subcommand_parse(&cmd_gtp, &args, &argc, &argv, &status))
        return status;
    Error err = {0};
    Gtp *g = open_session(&args, &err);
    if (!g) {
        subcommand_fail(&cmd_gtp, &err);
        return EXIT_USAGE;
    }
    gtp_run(g, STDIN_FILENO, stdout);
    gtp_free(g);
    return EXIT_OK;
}

const Subcommand cmd_gtp = {
    .name = "gtp",
    .summary = "speak the Go Text Protocol",
    .operands = "",
    .description =
        "Answers GTP commands from standard input until 'quit' or the end of input. Without "
        "options "
        "it is the random player of a university course, to the byte: an illegal move is a success "
        "reply, points are in small letters, list_commands names the course's twenty commands "
        "though all of those below work.\n\n"
        "With --profile gogui it speaks as GoGui's window and other GTP programs expect: an "
        "illegal move is a failure, points are in capitals, the board begins with 15 lines.",
    .details = list_commands,
    .options = options,
    .examples = examples,
    .run = run,
};
