// JSON RPC between a web page and the engine module (docs/integrate/wasm.md): one JSON object per
// request and reply. Runs as WebAssembly in the browser, and natively in tests.
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct RpcServer RpcServer;

// Callbacks of the host.
typedef struct {
    StopToken stop;                                          // ends the search
    void (*send_progress)(void *context, const char *reply); // an intermediate reply; may be NULL
    void *progress_context;
} RpcHost;

RpcServer *rpc_new(const RpcHost *host);
void rpc_free(RpcServer *server);

// Uses this NNUE net from now on. The bytes are copied. False if they are not a net.
bool rpc_use_net(RpcServer *server, const void *bytes, size_t len, Error *err);

// Answers a request. The reply is valid until the next call. `bytes` is a file sent with the
// request.
const char *rpc_call(RpcServer *server, const char *request, size_t request_len, const char *bytes,
                     size_t len);
