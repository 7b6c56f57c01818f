#include "app/serve.h"

#include "base/file.h"
#include "base/mem.h"
#include "games/game_request.h"
#include "games/worker.h"
#include "server/log.h"
#include "server/sandbox/sandbox.h"
#include "server/server.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static bool backup(const ServeArgs *args, const char *data, Error *err) {
    ScopedStr location = {0};
    server_database(data, args->database, &location);
    const char *file = store_file(str_text(&location));
    if (!file)
        return error_set(err, "--backup copies a file of SQLite; for PostgreSQL use pg_dump");
    return store_backup(file, args->backup, err);
}

// For kernels on which the sandbox does not work.
static bool read_sandbox_setting(bool *is_on, Error *err) {
    const char *text = getenv("PENTAD_SANDBOX");
    *is_on = !text || !*text || !strcmp(text, "on");
    return *is_on || !strcmp(text, "off") ||
           error_set(err, "PENTAD_SANDBOX is '%.20s'; it can be on or off", text);
}

static void confine_worker(void) {
    Sandbox sandbox = sandbox_enter_worker();
    if (*sandbox.why.text)
        log_event("worker_sandbox", "why", sandbox.why.text);
}

static int run_worker(void) {
    bool sandbox;
    Error err = {0};
    if (!read_sandbox_setting(&sandbox, &err))
        return subcommand_fail(&cmd_serve, &err);
    return worker_run(sandbox ? confine_worker : NULL);
}

static bool serve(const ServeArgs *args, const char *data, Error *err) {
    ScopedStr program = {0}, pages = {0};
    bool sandbox;
    if (!read_sandbox_setting(&sandbox, err) || !file_program_path(&program, err))
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
            .database = args->database,
            .pages = pages.len > 0 ? str_text(&pages) : NULL,
            .origin = args->origin,
            .behind_proxy = args->behind_proxy || args->trusted_proxy,
            .trusted_proxy = args->trusted_proxy,
            .rate_limit_factor = (int)args->rate_limit_factor,
            .workers = (int)args->workers,
            .program = str_text(&program),
            .sandbox = sandbox,
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

int serve_run(const CommandLine *line) {
    const ServeArgs *args = line->args;
    if (args->think)
        return run_worker();
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
