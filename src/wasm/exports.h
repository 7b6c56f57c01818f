// WebAssembly exports of the engine module, called by JavaScript (web/js/worker.js). Arguments are
// numbers and pointers into the module's memory.
#pragma once

#include "wasm/rpc.h"

#if defined(__wasm__)
    #define EXPORT(name) __attribute__((export_name(#name)))
#else
    #define EXPORT(name)
#endif

EXPORT(open) RpcServer *exports_open(void);

// Allocate and free a buffer for a request, optionally followed by a file.
EXPORT(alloc) char *exports_alloc(size_t len);
EXPORT(free) void exports_free(char *buffer);

// Returns the reply, NUL-terminated UTF-8, valid until the next call. The buffer holds the request
// (request_len bytes) followed by a file (len bytes).
EXPORT(call)
const char *exports_call(RpcServer *server, const char *buffer, size_t request_len, size_t len);

// Loads the NNUE net in `buffer`. False if it is not a net.
EXPORT(net) bool exports_use_net(RpcServer *server, const char *buffer, size_t len);
