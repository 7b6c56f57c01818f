// `pentad admin`: administers a running server.
#include "app/serve.h"

// clang-format off
static const Option options[] = {
    {"data", 'd', OPTION_TEXT, offsetof(AdminArgs, data), "data folder of the server (default: ~/.local/share/pentad/server)", "FOLDER"},
    {"json", 0, OPTION_FLAG, offsetof(AdminArgs, json), "print the server's answer as JSON"},
    {"guests", 0, OPTION_FLAG, offsetof(AdminArgs, guests), "users: list guests, too"},
    {"banned", 0, OPTION_FLAG, offsetof(AdminArgs, banned), "users: list only those who are banned"},
    {"limit", 0, OPTION_INT, offsetof(AdminArgs, limit), "users: list at most N (default: 100)", "N", 1, 1000},
    {"first", 0, OPTION_TEXT, offsetof(AdminArgs, from), "users: start the list at this name", "NAME"},
    {"yes", 0, OPTION_FLAG, offsetof(AdminArgs, yes), "delete: required, because it cannot be undone"},
    {0},
};

static const Example examples[] = {
    {"pentad admin users a", "accounts whose names begin with a"},
    {"pentad admin ban Mallory", "ends the games, sessions and connections of Mallory"},
    {"pentad admin reset-password Ann", "prints a link that lets Ann choose a new password"},
    {"pentad admin end k3v9q2m7xw4a draw", "declares a game a draw"},
    {"pentad admin announce 10", "tells everyone that the server restarts in ten minutes"},
    {0},
};

const AdminCommand admin_commands[] = {
    {"users", "[PREFIX]", 0, {"prefix"}, "list accounts, sorted by name"},
    {"show", "NAME", 1, {"user"}, "show a user with ratings and unfinished games"},
    {"rename", "NAME NEW", 2, {"user", "name"}, "rename an account"},
    {"ban", "NAME", 1, {"user"}, "ban a user: ends sessions, tokens, connections and games"},
    {"unban", "NAME", 1, {"user"}, "let a banned user log in again"},
    {"delete", "NAME", 1, {"user"}, "delete a user; the games stay, without the name"},
    {"reset-password", "NAME", 1, {"user"}, "print a link for a new password: works once, for 24 hours"},
    {"games", "[NAME]", 0, {"user"}, "list games that are waiting or in progress"},
    {"end", "GAME RESULT", 2, {"game", "result"}, "end a game: abort, black (wins), white (wins), draw"},
    {"workers", "", 0, {0}, "list the workers on other machines, and the jobs for them"},
    {"announce", "MINUTES", 1, {"minutes"}, "announce a restart to everyone connected; off: call it off"},
    {0},
};
// clang-format on

static void add_commands(Str *out) {
    str_add_text(out, "commands:\n");
    for (const AdminCommand *c = admin_commands; c->name; c++) {
        char words[40];
        snprintf(words, sizeof words, "%s %s", c->name, c->operands);
        str_add(out, "  %-24s %s\n", words, c->summary);
    }
}

static const char *command_name(int i) {
    return admin_commands[i].name;
}

const Subcommand cmd_admin = {
    .name = "admin",
    .summary = "administer the running server: users, games, workers, announcements",
    .operands = "COMMAND [ARGUMENT...]",
    .min_operands = 1,
    .max_operands = 3,
    .description =
        "Administers a server that runs on this machine, with either database. It finds the server "
        "by a file in the data folder that only the server's user can read, so run it as that user "
        "or as root. Changes are on disk when it returns.\n\n"
        "Banning or deleting a player aborts their games, except those in which both sides have "
        "moved: these are lost by adjudication. A rated game ended with a winner or as a draw "
        "counts for the ratings; an aborted one does not.",
    .details = add_commands,
    .options = options,
    .examples = examples,
    .words = command_name,
    .args_size = sizeof(AdminArgs),
    .run = admin_run,
};
