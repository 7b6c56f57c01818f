// The web server (HTTP, WebSocket, game levels, analyses): one process, one event loop, one data
// directory.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>

typedef struct ServerOptions ServerOptions;

struct ServerOptions {
    const char *address;       // numeric IP address to listen on
    int port;                  // 0: any free port
    const char *data;          // data directory; created if missing
    const char *database;      // a location as in store.h; NULL: a file in the data directory
    const char *pages;         // directory of the static files; NULL: API only
    const char *origin;        // public origin, "https://example.org"; NULL: the listen address
    bool behind_proxy;         // trust X-Forwarded-For from a proxy on this machine, and from
    const char *trusted_proxy; // a proxy at this address, or "any"; may be NULL
    int rate_limit_factor;     // multiplier on all per-address limits, for many users behind one IP
    int workers;               // worker processes
    bool jobs;                 // gives work to workers on other machines, too
    const char *build;         // the commit of this program, which those must have
    const char *program;       // path of this executable, to start workers
    bool sandbox;              // enter the sandbox after the start

    // Reads the configuration file again, on SIGHUP, into *out, which has the options so far. What
    // it points to lives until the next call. NULL: there is no file.
    const char *config; // its path
    bool (*reload)(void *context, ServerOptions *out, Error *err);
    void *reload_context;
};

// Serves until SIGINT or SIGTERM. Calls `ready` with the URL once it listens.
bool server_run(const ServerOptions *options, void (*ready)(const char *url), Error *err);

// Appends the location of the database: `database`, or a file in the data directory if it is NULL.
void server_database(const char *data, const char *database, Str *out);

// Appends the path of the file that lets `pentad admin` in: the URL and the secret of the server
// that runs on this data directory. Only the owner can read it.
void server_admin_file(const char *data, Str *out);

// Appends the generated tables of docs/integrate/api.md.
void server_describe(Str *out);
