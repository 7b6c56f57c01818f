// What JavaScript calls (web/worker.js): numbers and bytes in the module's memory.
#pragma once

#include "wasm/rpc.h"

#include <stdint.h>

#if defined(__wasm__)
    #define EXPORT(name) __attribute__((export_name(#name)))
#else
    #define EXPORT(name)
#endif

EXPORT(open) RpcServer *exports_open(void);

// Room for a request and a file behind it; the caller gives it back.
EXPORT(take) char *exports_alloc(size_t len);
EXPORT(give) void exports_free(char *room);

// The reply, in UTF-8 up to a NUL, until the next.
EXPORT(ask)
const char *exports_call(RpcServer *l, const char *room, size_t request_len, size_t len);

// Thinks with the net in `room`. False if it is none.
EXPORT(net) bool exports_use_net(RpcServer *l, const char *room, size_t len);
