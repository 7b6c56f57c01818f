// Stop condition of a search: a deadline, a node limit, or the caller's stop token. Shared by all
// threads. The main thread checks every limit, helpers only the clock; the first to hit one stops
// all.
#pragma once

#include "engine/engine.h"

#include <stdatomic.h>

typedef struct {
    int64_t nodes;                   // 0: no limit
    int64_t started_ns, deadline_ns; // deadline 0: none
    StopToken token;
    _Atomic bool stop;
} StopCondition;

void stop_condition_start(StopCondition *s, const Budget *budget, StopToken token);

// Checks the clock, the node limit and the stop token. Too slow to call at every node.
void stop_condition_check(StopCondition *s, int64_t nodes);
void stop_condition_check_clock(StopCondition *s);

bool stop_condition_is_late(const StopCondition *s); // is the deadline over?

static inline bool stop_condition_is_met(const StopCondition *s) {
    return atomic_load_explicit(&s->stop, memory_order_relaxed);
}

static inline void stop_condition_stop(StopCondition *s) {
    atomic_store_explicit(&s->stop, true, memory_order_relaxed);
}

int64_t stop_condition_elapsed_ms(const StopCondition *s);
