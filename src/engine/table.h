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

enum { TABLE_DEPTH_MAX = 4095, TABLE_NO_STATIC = INT16_MIN };

typedef struct {
    Point move;       // the best or refuting one; POINT_NONE if unknown
    int16_t value;    // mates counted from this position
    int16_t standing; // the static value; TABLE_NO_STATIC if it was not asked for
    int16_t depth;    // 0 to TABLE_DEPTH_MAX, in whatever unit the search counts
    uint8_t bound;
} TableEntry;

// The entry packed into a word, and that word mixed with the key.
typedef struct {
    _Atomic uint64_t check, data;
} TableSlot;

typedef struct {
    void *block;
    TableSlot *slots; // in it, so that a bucket is one line of the cache
    size_t buckets;
    unsigned age; // of the present search; older entries give way first
} Table;

void table_init(Table *t, size_t bytes);
void table_release(Table *t);
void table_clear(Table *t);
size_t table_size(const Table *t); // bytes
void table_grow_older(Table *t);   // before each search

bool table_find(const Table *t, uint64_t key, TableEntry *out);
void table_store(Table *t, uint64_t key, TableEntry entry);
void table_prefetch(const Table *t, uint64_t key);
