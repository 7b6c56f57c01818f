// Evaluation cache: net evaluations by Zobrist hash, one cache per thread. It complements the
// transposition table, which does not store every leaf.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// The low bits of a key are its slot index, so a slot keeps only the key's high bits and stores the
// value in the low ones.
enum { EVAL_CACHE_BITS = 17, EVAL_CACHE_VALUE_BITS = 16 };

typedef struct {
    uint64_t slots[1 << EVAL_CACHE_BITS];
} EvalCache;

static inline uint64_t *eval_cache_slot(EvalCache *c, uint64_t key) {
    return &c->slots[key & ((1 << EVAL_CACHE_BITS) - 1)];
}

static inline void eval_cache_prefetch(EvalCache *c, uint64_t key) {
    __builtin_prefetch(eval_cache_slot(c, key));
}

// True if the key is in the cache. *value is set either way.
static inline bool eval_cache_probe(EvalCache *c, uint64_t key, int *value) {
    uint64_t slot = *eval_cache_slot(c, key);
    *value = (int16_t)(uint16_t)slot;
    return slot != 0 && slot >> EVAL_CACHE_VALUE_BITS == key >> EVAL_CACHE_VALUE_BITS;
}

static inline void eval_cache_store(EvalCache *c, uint64_t key, int value) {
    *eval_cache_slot(c, key) =
        key >> EVAL_CACHE_VALUE_BITS << EVAL_CACHE_VALUE_BITS | (uint16_t)value;
}
