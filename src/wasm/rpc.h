// The engine inside a page: requests and replies as lines of JSON (docs/wasm.md). It runs in the
// browser as WebAssembly, and is the same here.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct RpcServer RpcServer;

// Both may be NULL.
typedef struct {
    bool (*stops)(void *context);                   // asked now and then: stop at once?
    void (*tells)(void *context, const char *word); // a reply that comes before the last one
    void *context;
} RpcHost;

RpcServer *rpc_new(const RpcHost *page);
void rpc_free(RpcServer *l);

// Thinks with this net from now on. The bytes are copied.
bool rpc_use_net(RpcServer *l, const void *bytes, size_t len, Error *err);

// The reply to a request, which lives until the next one. `bytes` are a file that came with it.
const char *rpc_call(RpcServer *l, const char *request, size_t request_len, const char *bytes,
                     size_t len);
