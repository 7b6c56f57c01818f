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
    TtSlot *slots; // inside `block`, aligned so that a bucket is one cache line
    size_t buckets;
    unsigned age; // of the current search; entries of older searches are replaced first
} TranspositionTable;

void tt_init(TranspositionTable *t, size_t bytes);
void tt_release(TranspositionTable *t);
void tt_clear(TranspositionTable *t);
size_t tt_bytes(const TranspositionTable *t);
void tt_new_search(TranspositionTable *t); // ages the entries; call before each search

bool tt_probe(const TranspositionTable *t, uint64_t key, TtEntry *out);
void tt_store(TranspositionTable *t, uint64_t key, TtEntry entry);
void tt_prefetch(const TranspositionTable *t, uint64_t key);
