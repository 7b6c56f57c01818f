// `pentad serve`: the web application server.
#include "app/serve.h"

// clang-format off
static const Option options[] = {
    {"config", 0, OPTION_TEXT, offsetof(ServeArgs, config), "read options from a file, one per line: port 8080", "FILE", .old = "--preset"},
    {"port", 'p', OPTION_INT, offsetof(ServeArgs, port), "port to listen on; 0: any free port (default: 8080)", "N", 0, 65535},
    {"address", 'a', OPTION_TEXT, offsetof(ServeArgs, address), "address to listen on (default: 127.0.0.1, this machine only)", "ADDRESS"},
    {"data", 'd', OPTION_TEXT, offsetof(ServeArgs, data), "folder for games and accounts (default: ~/.local/share/pentad/server)", "FOLDER"},
    {"database", 0, OPTION_TEXT, offsetof(ServeArgs, database), "sqlite:PATH or postgresql://USER@HOST/NAME (default: a file in that folder)", "URL"},
    {"pages", 0, OPTION_TEXT, offsetof(ServeArgs, pages), "folder of the web pages (default: the one installed with the program)", "FOLDER"},
    {"origin", 0, OPTION_TEXT, offsetof(ServeArgs, origin), "public URL of the server, such as https://example.org", "URL"},
    {"behind-proxy", 0, OPTION_FLAG, offsetof(ServeArgs, behind_proxy), "trust the client address from a reverse proxy on this machine"},
    {"trusted-proxy", 0, OPTION_TEXT, offsetof(ServeArgs, trusted_proxy), "also trust a proxy at this address; any: trust everyone (only if nobody but a proxy can connect)", "ADDRESS"},
    {"rate-limit-factor", 0, OPTION_INT, offsetof(ServeArgs, rate_limit_factor), "multiply the limits per address by N, such as 3 for 30 users behind one router (default: 1)", "N", 1, 100, .old = "--crowd"},
    {"workers", 0, OPTION_INT, offsetof(ServeArgs, workers), "number of worker processes for engine moves; 0: only --jobs (default: 2)", "N", 0, 64, .old = "--thinkers"},
    {"jobs", 0, OPTION_FLAG, offsetof(ServeArgs, jobs), "pass what these processes cannot take immediately to pentad worker, as jobs in a PostgreSQL database"},
    {"backup", 0, OPTION_TEXT, offsetof(ServeArgs, backup), "copy the data to a new file and exit; works while a server runs", "FILE"},
    {"describe", 0, OPTION_FLAG, offsetof(ServeArgs, describe), "print the tables of docs/integrate/api.md"},
    {"catalog", 0, OPTION_FLAG, offsetof(ServeArgs, catalog), "print web/js/catalog.js, the rules for the page"},
    {"think", 0, OPTION_FLAG, offsetof(ServeArgs, think), "internal: run as a worker process with tasks on standard input"},
    {0},
};

static const Example examples[] = {
    {"pentad serve", "serves http://127.0.0.1:8080"},
    {"pentad serve --address 0.0.0.0", "serves everyone on the same network"},
    {"pentad serve --origin https://example.org --behind-proxy", "runs behind a reverse proxy with TLS"},
    {"pentad serve --database postgresql://pentad@localhost/pentad", "uses a PostgreSQL database"},
    {"pentad serve --config /etc/pentad/server.conf", "takes options from a file; those on the command line win"},
    {"pentad serve --backup saved.db", "backs up the data while the server runs"},
    {0},
};
// clang-format on

static bool apply_config(CommandLine *line, Str *text, Error *err) {
    return options_file_apply(options, "config", line->args, line->argc, line->argv, text, err);
}

const Subcommand cmd_serve = {
    .name = "serve",
    .summary = "run the web application, to play in the browser",
    .operands = "",
    .description =
        "Starts the web application and prints its URL. Everyone can play as a guest; accounts "
        "have names, passwords and ratings. Games, clocks and sessions survive a restart: an "
        "acknowledged move is on disk, and clocks are paused while the server is down.\n\n"
        "By default it accepts connections from this machine only; see --address. Outside a "
        "trusted network, put a reverse proxy with TLS in front. SIGTERM or Ctrl-C stops it, "
        "SIGHUP reloads the web pages and the configuration file: origin, behind-proxy, "
        "trusted-proxy and rate-limit-factor change at once, and the log says what needs a "
        "restart. The log is one line of JSON per event on standard error.\n\n"
        "On Linux the server confines itself to its own folders and connections; "
        "PENTAD_SANDBOX=off in the environment turns that off.",
    .options = options,
    .examples = examples,
    .args_size = sizeof(ServeArgs),
    .defaults =
        &(const ServeArgs){
            .port = 8080, .workers = 2, .rate_limit_factor = 1, .address = "127.0.0.1"},
    .prepare = apply_config,
    .run = serve_run,
};
