#include "wasm/exports.h"

#include "base/mem.h"

// WebAssembly imports, provided by the host (web/js/worker.js). A busy worker does not receive
// messages, so it has to poll for a stop request.
#if defined(__wasm__)
__attribute__((import_module("page"), import_name("should_stop"))) int host_should_stop(void);
__attribute__((import_module("page"), import_name("on_progress"))) void
host_send_progress(const char *reply);
#else
static int host_should_stop(void) {
    return 0;
}

static void host_send_progress(const char *reply) {
    (void)reply;
}
#endif

static bool should_stop(void *context) {
    (void)context;
    return host_should_stop() != 0;
}

static void send_progress(void *context, const char *reply) {
    (void)context;
    host_send_progress(reply);
}

RpcServer *exports_open(void) {
    return rpc_new(&(RpcHost){.stop = {should_stop, NULL}, .send_progress = send_progress});
}

char *exports_alloc(size_t len) {
    return mem_alloc(len);
}

void exports_free(char *buffer) {
    mem_free(buffer);
}

const char *exports_call(RpcServer *server, const char *buffer, size_t request_len, size_t len) {
    return rpc_call(server, buffer, request_len, buffer + request_len, len);
}

bool exports_use_net(RpcServer *server, const char *buffer, size_t len) {
    return rpc_use_net(server, buffer, len, NULL);
}
