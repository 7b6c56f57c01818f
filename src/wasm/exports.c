#include "wasm/exports.h"

#include "base/mem.h"

// What the worker offers. A page can say stop to a worker that is at work only in ways that the
// worker must look for: web/js/worker.js has two.
#if defined(__wasm__)
__attribute__((import_module("page"), import_name("stops"))) int page_stops(void);
__attribute__((import_module("page"), import_name("tells"))) void page_tells(const char *word);
#else
static int page_stops(void) {
    return 0;
}

static void page_tells(const char *word) {
    (void)word;
}
#endif

static bool stops(void *context) {
    (void)context;
    return page_stops() != 0;
}

static void tells(void *context, const char *word) {
    (void)context;
    page_tells(word);
}

RpcServer *exports_open(void) {
    return rpc_new(&(RpcHost){stops, tells, NULL});
}

char *exports_alloc(size_t len) {
    return mem_alloc(len);
}

void exports_free(char *room) {
    mem_free(room);
}

const char *exports_call(RpcServer *l, const char *room, size_t request_len, size_t len) {
    return rpc_call(l, room, request_len, room + request_len, len);
}

bool exports_use_net(RpcServer *l, const char *room, size_t len) {
    Error ignored;
    return rpc_use_net(l, room, len, &ignored);
}
