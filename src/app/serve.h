// `pentad serve` and `pentad store`: their options, apart from the server, so that a program
// without the server can describe them.
#pragma once

#include "app/subcommand.h"

typedef struct {
    int64_t port, workers, rate_limit_factor;
    const char *preset, *address, *data, *database, *pages, *origin, *trusted_proxy, *backup;
    bool behind_proxy, describe, catalog, think;
} ServeArgs;

typedef struct {
    bool quiet;
} StoreArgs;

// serve.c and store_command.c: what they do. serve_program.c: says that the program pentad-server
// is not installed.
int serve_run(const CommandLine *line);
int store_run(const CommandLine *line);
