#include "app/serve.h"

#include "base/file.h"
#include "base/mem.h"
#include "games/game_request.h"
#include "games/worker.h"
#include "server/log.h"
#include "server/sandbox/sandbox.h"
#include "server/server.h"
#include "store/store.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

// ---- The configuration file, read again

typedef struct {
    char **argv; // ends with NULL; has no operands, so options_parse has not changed it
    Str text;    // of the file, into which the options point
} Reload;

static void set_options(const ServeArgs *args, ServerOptions *out) {
    out->address = args->address;
    out->port = (int)args->port;
    out->database = args->database;
    out->origin = args->origin;
    out->behind_proxy = args->behind_proxy || args->trusted_proxy;
    out->trusted_proxy = args->trusted_proxy;
    out->rate_limit_factor = (int)args->rate_limit_factor;
    out->workers = (int)args->workers;
    out->jobs = args->jobs;
}

static bool reload(void *context, ServerOptions *out, Error *err) {
    Reload *r = context;
    struct stat info;
    if (stat(out->config, &info) == 0 && !S_ISREG(info.st_mode)) // the server would wait for a pipe
        return error_set(err, "%.150s: not a file", out->config);
    ServeArgs args = *(const ServeArgs *)cmd_serve.defaults;
    Str text = {0};
    int argc = 0;
    while (r->argv[argc])
        argc++;
    CommandLine line = {.args = &args, .argc = argc, .argv = r->argv};
    bool ok = cmd_serve.prepare(&line, &text, err) &&
              options_parse(cmd_serve.options, &args, &line.argc, line.argv, NULL, err);
    if (!ok) {
        str_release(&text);
        return false;
    }
    set_options(&args, out);
    out->data = args.data ? args.data : out->data;
    out->pages = args.pages ? args.pages : out->pages;
    str_release(&r->text);
    r->text = text;
    return true;
}

static bool serve(const ServeArgs *args, char **argv, const char *data, Error *err) {
    ScopedStr program = {0}, pages = {0};
    bool sandbox;
    if (!read_sandbox_setting(&sandbox, err) || !file_program_path(&program, err))
        return false;
    if (args->pages)
        str_add_text(&pages, args->pages);
    else if (web_file_find(str_text(&program), "index.html", &pages))
        str_cut(&pages, pages.len - strlen("/index.html"));
    Reload again = {.argv = argv};
    ServerOptions options = {
        .data = data,
        .pages = pages.len > 0 ? str_text(&pages) : NULL,
        .program = str_text(&program),
        .sandbox = sandbox,
        .build = PENTAD_BUILD,
        .config = args->config,
        .reload = args->config ? reload : NULL,
        .reload_context = &again,
    };
    set_options(args, &options);
    bool ok = server_run(&options, print_ready, err);
    str_release(&again.text);
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
    bool ok =
        data && (args->backup ? backup(args, data, &err) : serve(args, line->argv, data, &err));
    mem_free(data);
    return ok ? EXIT_OK : subcommand_fail(&cmd_serve, &err);
}
