// Shared by the fuzz targets: the entry point, DEMAND, and inputs as choices or as text.
#pragma once

#include "base/mem.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Like assert, but never compiled away.
#define DEMAND(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);              \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

// Reads the input as a sequence of small choices. After its end every choice is 0.
typedef struct {
    const uint8_t *at, *end;
} Choices;

static inline int choose(Choices *c, int below) {
    return c->at < c->end ? *c->at++ % below : 0;
}

// The input as a C string allocated with exactly its size, so that sanitizers detect reads past its
// end. Caller frees with mem_free.
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = mem_alloc(size + 1);
    if (size > 0)
        memcpy(text, data, size);
    return text;
}

// True for one of n inputs, always the same ones: for checks that take longer than the rest.
static inline bool fuzz_one_of(unsigned n, const uint8_t *data, size_t size) {
    return bytes_fnv1a(data, size) % n == 0;
}
