// What the search found out about positions it has seen, by hash.
#pragma once

#include "core/point.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } ValueBound;

typedef struct {
    uint64_t key;
    Point move;    // the best or refuting one; POINT_NONE if unknown
    int16_t value; // mates counted from this position
    int8_t depth;
    uint8_t bound;
    bool closed; // nothing below was cut off at the horizon
} TableEntry;

typedef struct {
    TableEntry *entries;
    size_t mask;
} Table;

void table_init(Table *t, size_t bytes); // the largest power of two that fits
void table_release(Table *t);
void table_clear(Table *t);

// NULL if the position is not there.
const TableEntry *table_find(const Table *t, uint64_t key);
void table_store(Table *t, TableEntry entry);
