// `pentad serve`: the web application.
#include "app/subcommand.h"
#include "games/worker.h"
#include "server/banner.h"
#include "server/server.h"
#include "store/store.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    int64_t port, workers, crowd;
    const char *address, *data, *pages, *origin, *backup;
    bool behind_proxy, describe, think;
} Args;

// clang-format off
static const Option options[] = {
    {"port", 'p', OPTION_INT, offsetof(Args, port), "the port to listen on (8080); 0: any that is free", "N", 0, 65535},
    {"address", 'a', OPTION_TEXT, offsetof(Args, address), "the address to listen on (127.0.0.1, this machine alone)", "ADDRESS"},
    {"data", 'd', OPTION_TEXT, offsetof(Args, data), "the folder of games and accounts (~/.local/share/pentad/server)", "FOLDER"},
    {"pages", 0, OPTION_TEXT, offsetof(Args, pages), "the folder of the page (the one beside the program)", "FOLDER"},
    {"origin", 0, OPTION_TEXT, offsetof(Args, origin), "where the world finds the server: https://example.org", "URL"},
    {"behind-proxy", 0, OPTION_FLAG, offsetof(Args, behind_proxy), "a proxy on this machine says whom it speaks for"},
    {"crowd", 0, OPTION_INT, offsetof(Args, crowd), "one address may ask for so many times as much (1): 3 for a class of 30 behind one router", "N", 1, 100},
    {"thinkers", 0, OPTION_INT, offsetof(Args, workers), "how many levels think at once (2)", "N", 1, 64},
    {"backup", 0, OPTION_TEXT, offsetof(Args, backup), "copy the data into a new file and end; a server may run", "FILE"},
    {"describe", 0, OPTION_FLAG, offsetof(Args, describe), "print the tables of docs/server.md"},
    {"think", 0, OPTION_FLAG, offsetof(Args, think), "be one of the server's thinkers: tasks on standard input"},
    {0},
};

static const Example examples[] = {
    {"pentad serve", "play at http://127.0.0.1:8080"},
    {"pentad serve --address 0.0.0.0", "for everybody in the same network"},
    {"pentad serve --origin https://example.org --behind-proxy", "behind a proxy that does TLS"},
    {"pentad serve --backup saved.db", "a copy of the data, while the server runs"},
    {0},
};
// clang-format on

static void default_data(Str *out) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        str_add(out, "%s/pentad/server", data);
    else
        str_add(out, "%s/.local/share/pentad/server", home && *home ? home : ".");
}

// Beside the program as it is installed, or as it is built.
static void default_pages(const char *program, Str *out) {
    static const char *const places[] = {"../share/pentad/web", "web"};
    const char *slash = strrchr(program, '/');
    for (int i = 0; i < 2; i++) {
        str_clear(out);
        str_add(out, "%.*s/%s/index.html", (int)(slash ? slash - program : 0), program, places[i]);
        if (access(str_text(out), R_OK) == 0) {
            str_cut(out, out->len - strlen("/index.html"));
            return;
        }
    }
    str_clear(out);
}

// A program that starts this one reads the address; a person is told what to do with it.
static void say_ready(const char *url) {
    Str text = {0};
    if (isatty(STDOUT_FILENO))
        banner_format(url, &text);
    else
        str_add(&text, "%s\n", url);
    fputs(str_text(&text), stdout);
    str_release(&text);
    fflush(stdout);
}

static bool backup(const Args *args, const char *data, Error *err) {
    Str path = {0};
    server_database_path(data, &path);
    bool ok = store_backup(str_text(&path), args->backup, err);
    str_release(&path);
    return ok;
}

static bool serve(const Args *args, const char *data, Error *err) {
    char program[PATH_MAX] = "";
    if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0)
        return error_set(err, "this system does not say where the program is");
    Str pages = {0};
    if (args->pages)
        str_add_text(&pages, args->pages);
    else
        default_pages(program, &pages);
    bool ok = server_run(
        &(ServerOptions){
            .address = args->address,
            .port = (int)args->port,
            .data = data,
            .pages = pages.len > 0 ? str_text(&pages) : NULL,
            .origin = args->origin,
            .behind_proxy = args->behind_proxy,
            .crowd = (int)args->crowd,
            .workers = (int)args->workers,
            .program = program,
        },
        say_ready, err);
    if (ok && isatty(STDOUT_FILENO))
        puts("\nPentad has stopped. Games and clocks go on when it starts again.");
    str_release(&pages);
    return ok;
}

static int describe(void) {
    Str out = {0};
    server_describe(&out);
    fputs(str_text(&out), stdout);
    str_release(&out);
    return EXIT_OK;
}

static int run(int argc, char **argv) {
    Args args = {.port = 8080, .workers = 2, .crowd = 1, .address = "127.0.0.1"};
    int status;
    if (!subcommand_parse(&cmd_serve, &args, &argc, &argv, &status))
        return status;
    if (args.think)
        return worker_run();
    if (args.describe)
        return describe();
    Error err = {0};
    Str data = {0};
    if (args.data)
        str_add_text(&data, args.data);
    else
        default_data(&data);
    bool ok =
        args.backup ? backup(&args, str_text(&data), &err) : serve(&args, str_text(&data), &err);
    str_release(&data);
    return ok ? EXIT_OK : subcommand_fail(&cmd_serve, &err);
}

const Subcommand cmd_serve = {
    .name = "serve",
    .summary = "the web application: people, levels and programs play in the browser",
    .operands = "",
    .description =
        "Starts the web application and prints its address. Everybody is a guest at once; accounts "
        "have names, passwords and ratings. Games, clocks and sessions outlive the server: a move "
        "that was acknowledged is on disk, and clocks stand while the server is away.\n\n"
        "It listens on this machine alone unless --address says otherwise; beyond a network that "
        "is "
        "trusted put a proxy with TLS in front. SIGTERM or Ctrl-C ends it, SIGHUP reads the page's "
        "files anew. The log is a line of JSON an event on standard error.",
    .options = options,
    .examples = examples,
    .run = run,
};
