#include "server/sandbox/sandbox.h"

static Sandbox nothing(void) {
    Sandbox none = {0};
    error_set(&none.why, "this build has no sandbox");
    return none;
}

Sandbox sandbox_enter_server(const char *program, const char *data, const char *const *readable) {
    (void)program, (void)data, (void)readable;
    return nothing();
}

Sandbox sandbox_enter_worker(void) {
    return nothing();
}

const char *sandbox_own_program(const char *program) {
    return program;
}
