#include "app/serve.h"

// Reached only if subcommand_exec has not found the program.
int serve_run(const CommandLine *line) {
    (void)line;
    Error err = {0};
    subcommand_error(cmd_serve.name, &err);
    return subcommand_fail(&cmd_serve, &err);
}
