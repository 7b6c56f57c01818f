// Latency histograms for Prometheus: how many observations took at most 0.1 ms, 0.25 ms, ... 30 s.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    LATENCY_REQUEST,    // an HTTP request: from its head to the response; not long polls
    LATENCY_MOVE,       // a move of a user: from the request until it is on disk
    LATENCY_COMMIT,     // a transaction
    LATENCY_LEVEL_MOVE, // a level's move: from its turn to the move, with the time in the queue
    LATENCY_ROUND,      // a round of the event loop, without waiting for input
    LATENCY_COUNT,
} Latency;

enum { LATENCY_BUCKETS = 17 };

typedef struct {
    int64_t counts[LATENCY_BUCKETS + 1]; // by bucket, not cumulative; the last: longer than all
    int64_t sum_ns;
} Histogram;

typedef struct {
    Histogram histograms[LATENCY_COUNT];
    int64_t *moves; // when the uncommitted moves of this round were requested
    int move_count, move_capacity;
    int64_t round_began_ns, idle_ns; // when the loop last waited for input, and how long in all
} Metrics;

void metrics_release(Metrics *m);
void metrics_observe(Metrics *m, Latency what, int64_t ns);

// A move was made in this round; metrics_end_round counts those that were written.
void metrics_note_move(Metrics *m, int64_t began_ns);
void metrics_end_round(Metrics *m, bool written, int64_t now_ns);

void metrics_write(const Metrics *m, Str *out);
