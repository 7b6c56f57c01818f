// Transposition table: search results by Zobrist hash. Lock-free: threads read and write it at the
// same time, and an entry torn by two writers fails its key check and is treated as a miss.
#pragma once

#include "core/point.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } ValueBound;

enum { TT_DEPTH_MAX = 4095, TT_NO_STATIC_EVAL = INT16_MIN };

typedef struct {
    Point move;          // best or refuting move; POINT_NONE if unknown
    int16_t value;       // mate distances count from this position
    int16_t static_eval; // TT_NO_STATIC_EVAL if unknown
    int16_t depth;       // 0 to TT_DEPTH_MAX, in the search's unit
    uint8_t bound;
} TtEntry;

// `data` is the packed entry, `check` is data XOR key (Hyatt's lockless hashing).
typedef struct {
    _Atomic uint64_t check, data;
} TtSlot;

typedef struct {
    void *block;
    TtSlot *slots;            // inside `block`, aligned so that a bucket is one cache line
    size_t buckets, capacity; // in use, and allocated
    unsigned age;             // of the current search; entries of older searches are replaced first
    bool is_empty;
} TranspositionTable;

void tt_init(TranspositionTable *t, size_t bytes);
void tt_release(TranspositionTable *t);
void tt_clear(TranspositionTable *t);
size_t tt_bytes(const TranspositionTable *t); // in use

// Call before each search: ages the entries, and uses at least `bytes` of the table; no more than
// that if it is empty. Memory is slow when touched for the first time, so a short search should not
// touch more than it can fill. Growing forgets most entries.
void tt_new_search(TranspositionTable *t, size_t bytes);

bool tt_probe(const TranspositionTable *t, uint64_t key, TtEntry *out);
void tt_store(TranspositionTable *t, uint64_t key, TtEntry entry);
void tt_prefetch(const TranspositionTable *t, uint64_t key);

// Evaluation cache: net evaluations by Zobrist hash, one cache per thread. It complements the
// transposition table, which does not store every leaf.

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
