// `pentad serve`, `admin`, `store` and `worker`: their options, apart from the server, so that
// a program without the server can describe them.
#pragma once

#include "app/subcommand.h"

typedef struct {
    int64_t port, workers, rate_limit_factor;
    const char *config, *address, *data, *database, *pages, *origin, *trusted_proxy, *backup;
    bool behind_proxy, jobs, describe, catalog, think;
} ServeArgs;

typedef struct {
    bool quiet;
} StoreArgs;

typedef struct {
    const char *data, *from;
    int64_t limit;
    bool json, guests, banned, yes;
} AdminArgs;

typedef struct {
    const char *name, *operands;
    int needed;            // operands
    const char *fields[2]; // their names in the request
    const char *summary;
} AdminCommand;

extern const AdminCommand admin_commands[]; // ends with a row of zeros

typedef struct {
    int64_t threads;
    const char *database, *kinds, *programs, *name;
    bool quiet;
} WorkerArgs;

// serve.c and the files NAME_command.c: what they do. serve_program.c: says that the
// program pentad-server is not installed.
int serve_run(const CommandLine *line);
int admin_run(const CommandLine *line);
int store_run(const CommandLine *line);
int worker_command_run(const CommandLine *line);
