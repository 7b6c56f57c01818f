// Benchmark with signatures: fixed workloads that show how fast the engine is, and whether its
// results have changed.
//
// The work does not depend on machine, compiler or clock. The signature of a row is a hash of its
// results: builds with equal signatures search identically, and a pure speed-up changes only the
// times.
#pragma once

#include "base/error.h"

#include <stdint.h>

typedef struct {
    const char *name; // "make and undo, renju"
    const char *item; // what is counted, in the singular: "pair", "problem"
    int64_t items;
    int64_t nodes;                 // searched; 0 if the row does not search
    int64_t fastest_ns, median_ns; // of the rounds
    uint64_t signature;
} BenchResult;

// Name of the last line, after all rows: their total nodes, the number in a commit's Bench trailer.
#define BENCH_NODES "nodes in all"

enum { BENCH_ROUNDS_MAX = 1000 };

const char *bench_name(int row);  // NULL after the last
bool bench_is_available(int row); // false if it needs an embedded net and there is none

// Rows with a net use this file, which must have passed bench_check_net; NULL: the embedded net.
bool bench_check_net(const char *net, Error *err);
BenchResult bench_run(int row, int rounds, const char *net);
