// What a net said of positions it was asked about before, by hash. A small memory of one thread
// beside the table, which has no room for every leaf.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// A slot holds the key but for its last bits, which say where the slot is, and a value in their
// stead.
enum { EVAL_CACHE_BITS = 17, EVAL_CACHE_VALUE_BITS = 16 };

typedef struct {
    uint64_t slots[1 << EVAL_CACHE_BITS];
} EvalCache;

static inline uint64_t *eval_cache_slot(EvalCache *m, uint64_t key) {
    return &m->slots[key & ((1 << EVAL_CACHE_BITS) - 1)];
}

static inline void eval_cache_prefetch(EvalCache *m, uint64_t key) {
    __builtin_prefetch(eval_cache_slot(m, key));
}

static inline bool eval_cache_probe(EvalCache *m, uint64_t key, int *value) {
    uint64_t slot = *eval_cache_slot(m, key);
    *value = (int16_t)(uint16_t)slot;
    return slot != 0 && slot >> EVAL_CACHE_VALUE_BITS == key >> EVAL_CACHE_VALUE_BITS;
}

static inline void eval_cache_store(EvalCache *m, uint64_t key, int value) {
    *eval_cache_slot(m, key) =
        key >> EVAL_CACHE_VALUE_BITS << EVAL_CACHE_VALUE_BITS | (uint16_t)value;
}
