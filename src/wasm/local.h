// The engine inside a page: requests and replies as lines of JSON (docs/wasm.md). It runs in the
// browser as WebAssembly, and is the same here.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Local Local;

// Both may be NULL.
typedef struct {
    bool (*stops)(void *context);                   // asked now and then: stop at once?
    void (*tells)(void *context, const char *word); // a reply that comes before the last one
    void *context;
} LocalPage;

Local *local_new(const LocalPage *page);
void local_free(Local *l);

// Thinks with this net from now on. The bytes are copied.
bool local_use_net(Local *l, const void *bytes, size_t len, Error *err);

// The reply to a request, which lives until the next one. `bytes` are a file that came with it.
const char *local_ask(Local *l, const char *request, size_t request_len, const char *bytes,
                      size_t len);
