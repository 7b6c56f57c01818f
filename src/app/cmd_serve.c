// `pentad serve`: the web application server.
#include "app/subcommand.h"
#include "app/web_files.h"
#include "base/file.h"
#include "base/mem.h"
#include "games/catalog.h"
#include "games/worker.h"
#include "server/log.h"
#include "server/server.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    int64_t port, workers, rate_limit_factor;
    const char *preset, *address, *data, *pages, *origin, *backup;
    bool behind_proxy, describe, catalog, think;
} Args;

// clang-format off
static const Option options[] = {
    {"preset", 0, OPTION_TEXT, offsetof(Args, preset), "read options from a file, one per line: port 8080", "FILE"},
    {"port", 'p', OPTION_INT, offsetof(Args, port), "port to listen on; 0: any free port (default: 8080)", "N", 0, 65535},
    {"address", 'a', OPTION_TEXT, offsetof(Args, address), "address to listen on (default: 127.0.0.1, this machine only)", "ADDRESS"},
    {"data", 'd', OPTION_TEXT, offsetof(Args, data), "folder for games and accounts (default: ~/.local/share/pentad/server)", "FOLDER"},
    {"pages", 0, OPTION_TEXT, offsetof(Args, pages), "folder of the web pages (default: the one installed with the program)", "FOLDER"},
    {"origin", 0, OPTION_TEXT, offsetof(Args, origin), "public URL of the server, such as https://example.org", "URL"},
    {"behind-proxy", 0, OPTION_FLAG, offsetof(Args, behind_proxy), "trust the client address from a reverse proxy on this machine"},
    {"rate-limit-factor", 0, OPTION_INT, offsetof(Args, rate_limit_factor), "multiplies the limits per address, such as 3 for 30 users behind one router (default: 1)", "N", 1, 100, .old = "--crowd"},
    {"workers", 0, OPTION_INT, offsetof(Args, workers), "number of worker processes for engine moves (default: 2)", "N", 1, 64, .old = "--thinkers"},
    {"backup", 0, OPTION_TEXT, offsetof(Args, backup), "copy the data to a new file and exit; works while a server runs", "FILE"},
    {"describe", 0, OPTION_FLAG, offsetof(Args, describe), "print the tables of docs/integrate/api.md"},
    {"catalog", 0, OPTION_FLAG, offsetof(Args, catalog), "print web/js/catalog.js, the rules for the page"},
    {"think", 0, OPTION_FLAG, offsetof(Args, think), "internal: run as a worker process with tasks on standard input"},
    {0},
};

static const Example examples[] = {
    {"pentad serve", "serves http://127.0.0.1:8080"},
    {"pentad serve --address 0.0.0.0", "for everyone in the same network"},
    {"pentad serve --origin https://example.org --behind-proxy", "behind a reverse proxy with TLS"},
    {"pentad serve --backup saved.db", "backs up the data while the server runs"},
    {0},
};
// clang-format on

// On a terminal prints the startup banner, otherwise only the URL, for scripts.
static void print_ready(const char *url) {
    Str text = {0};
    if (isatty(STDOUT_FILENO)) {
        banner_format(url, &text);
    } else {
        banner_add_local_url(url, &text);
        str_add_char(&text, '\n');
    }
    print_and_release(&text, stdout);
}

static bool backup(const Args *args, const char *data, Error *err) {
    ScopedStr path = {0};
    server_database_path(data, &path);
    return store_backup(str_text(&path), args->backup, err);
}

static bool serve(const Args *args, const char *data, Error *err) {
    ScopedStr program = {0}, pages = {0};
    if (!file_program_path(&program, err))
        return false;
    if (args->pages)
        str_add_text(&pages, args->pages);
    else if (web_file_find(str_text(&program), "index.html", &pages))
        str_cut(&pages, pages.len - strlen("/index.html"));
    bool ok = server_run(
        &(ServerOptions){
            .address = args->address,
            .port = (int)args->port,
            .data = data,
            .pages = pages.len > 0 ? str_text(&pages) : NULL,
            .origin = args->origin,
            .behind_proxy = args->behind_proxy,
            .rate_limit_factor = (int)args->rate_limit_factor,
            .workers = (int)args->workers,
            .program = str_text(&program),
        },
        print_ready, err);
    if (ok && isatty(STDOUT_FILENO))
        puts("\nPentad has stopped. Games and clocks continue when it starts again.");
    return ok;
}

static int print_generated(void (*write)(Str *out)) {
    Str out = {0};
    write(&out);
    print_and_release(&out, stdout);
    return EXIT_OK;
}

static bool apply_preset(CommandLine *line, Str *text, Error *err) {
    return preset_apply(options, line->args, line->argc, line->argv, text, err);
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    if (args->think)
        return worker_run();
    if (args->describe)
        return print_generated(server_describe);
    if (args->catalog)
        return print_generated(catalog_write_module);
    Error err = {0};
    char *data = args->data ? mem_copy_text(args->data) : xdg_path(XDG_DATA, "server", &err);
    bool ok = data && (args->backup ? backup(args, data, &err) : serve(args, data, &err));
    mem_free(data);
    return ok ? EXIT_OK : subcommand_fail(&cmd_serve, &err);
}

const Subcommand cmd_serve = {
    .name = "serve",
    .summary = "run the web application, to play in the browser",
    .operands = "",
    .description =
        "Starts the web application and prints its URL. Everyone can play as a guest; accounts "
        "have names, passwords and ratings. Games, clocks and sessions survive a restart: an "
        "acknowledged move is on disk, and clocks are paused while the server is down.\n\n"
        "By default it accepts connections from this machine only; see --address. Outside of a "
        "trusted network, put a reverse proxy with TLS in front. SIGTERM or Ctrl-C stops it, "
        "SIGHUP reloads the web pages. The log is one line of JSON per event on standard error.",
    .options = options,
    .examples = examples,
    ARGS(.port = 8080, .workers = 2, .rate_limit_factor = 1, .address = "127.0.0.1"),
    .prepare = apply_preset,
    .run = run,
};
