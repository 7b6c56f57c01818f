// What JavaScript calls (web/worker.js): numbers and bytes in the module's memory.
#pragma once

#include "wasm/local.h"

#include <stdint.h>

#if defined(__wasm__)
    #define EXPORT(name) __attribute__((export_name(#name)))
#else
    #define EXPORT(name)
#endif

EXPORT(open) Local *exports_open(void);

// Room for a request and a file behind it; the caller gives it back.
EXPORT(take) char *exports_take(size_t len);
EXPORT(give) void exports_give(char *room);

// The reply, in UTF-8 up to a NUL, until the next.
EXPORT(ask)
const char *exports_ask(Local *l, const char *room, size_t request_len, size_t len);

// Thinks with the net in `room`. False if it is none.
EXPORT(net) bool exports_use_net(Local *l, const char *room, size_t len);
