// What the search found out about positions it has seen, by hash. Any number of threads may read
// and write it at once without a lock: an entry that two of them wrote halves of does not match its
// key and is not found.
#pragma once

#include "core/point.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } ValueBound;

enum { TT_DEPTH_MAX = 4095, TT_NO_STATIC_EVAL = INT16_MIN };

typedef struct {
    Point move;          // the best or refuting one; POINT_NONE if unknown
    int16_t value;       // mates counted from this position
    int16_t static_eval; // the static value; TT_NO_STATIC_EVAL if it was not asked for
    int16_t depth;       // 0 to TT_DEPTH_MAX, in whatever unit the search counts
    uint8_t bound;
} TtEntry;

// The entry packed into a word, and that word mixed with the key.
typedef struct {
    _Atomic uint64_t check, data;
} TtSlot;

typedef struct {
    void *block;
    TtSlot *slots; // in it, so that a bucket is one line of the cache
    size_t buckets;
    unsigned age; // of the present search; older entries give way first
} TranspositionTable;

void tt_init(TranspositionTable *t, size_t bytes);
void tt_release(TranspositionTable *t);
void tt_clear(TranspositionTable *t);
size_t tt_bytes(const TranspositionTable *t); // bytes
void tt_new_search(TranspositionTable *t);    // before each search

bool tt_probe(const TranspositionTable *t, uint64_t key, TtEntry *out);
void tt_store(TranspositionTable *t, uint64_t key, TtEntry entry);
void tt_prefetch(const TranspositionTable *t, uint64_t key);
