#include "app/serve.h"

// Reached only if subcommand_exec has not found the program.
static int fail(const Subcommand *c) {
    Error err = {0};
    subcommand_error(c->name, &err);
    return subcommand_fail(c, &err);
}

int serve_run(const CommandLine *line) {
    (void)line;
    return fail(&cmd_serve);
}

int admin_run(const CommandLine *line) {
    (void)line;
    return fail(&cmd_admin);
}

int store_run(const CommandLine *line) {
    (void)line;
    return fail(&cmd_store);
}

int worker_command_run(const CommandLine *line) {
    (void)line;
    return fail(&cmd_worker);
}
