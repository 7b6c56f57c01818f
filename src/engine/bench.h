// Fixed work for the engine, timed: how fast it is, and whether it still computes the same.
//
// What is done depends on neither the machine nor the compiler nor the clock. The signature of a
// row is a hash of what came out, so two builds that print the same signatures think alike, and a
// change that should only be faster shows in the times alone.
#pragma once

#include "base/error.h"

#include <stdint.h>

typedef struct {
    const char *name; // "make and undo, renju"
    const char *item; // what is counted: "pair", "problem"; its plural has an s
    int64_t items;
    int64_t nodes;                 // positions looked at meanwhile; 0 where that means nothing
    int64_t fastest_ns, median_ns; // of the rounds
    uint64_t signature;
} BenchResult;

// What all rows looked at together stands behind the last one: the number of a commit's trailer.
#define BENCH_NODES "nodes in all"

enum { BENCH_ROUNDS_MAX = 1000 };

const char *bench_name(int row);  // NULL after the last
bool bench_is_available(int row); // false: it needs a net, and there is none inside

// Rows with a net take that of this file, which must have been accepted; NULL: the one inside.
bool bench_check_net(const char *net, Error *err);
BenchResult bench_run(int row, int rounds, const char *net);
