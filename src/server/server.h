// The web application: one process, one loop, one folder of data.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *address; // to listen on
    int port;            // 0: any that is free
    const char *data;    // the folder, which is made if need be
    const char *pages;   // the folder of the page; NULL: there is none
    const char *origin; // where the world sees the server: "https://example.org"; NULL: as listened
    bool behind_proxy;  // believe X-Forwarded-For of a proxy on this machine
    int crowd;          // so many times what one address may ask for
    int workers;        // processes for levels
    const char *program; // this program, to start them
} ServerOptions;

// Serves until a signal asks it to end. Calls `ready` with the address once it listens.
bool server_run(const ServerOptions *options, void (*ready)(const char *url), Error *err);

// The path of the database in a data folder, appended.
void server_database_path(const char *data, Str *out);

// The tables of docs/server.md.
void server_describe(Str *out);
