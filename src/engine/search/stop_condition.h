// When to stop thinking: a deadline, a number of nodes, somebody who interrupts. One thread looks
// at all of these, the others at the clock: whoever sees first that it is time says stop to all.
#pragma once

#include "engine/engine.h"

#include <stdatomic.h>

typedef struct {
    const EngineLimits *limits;    // borrowed
    int64_t began_ns, deadline_ns; // 0: no deadline
    _Atomic bool stop;
} StopCondition;

void stop_condition_start(StopCondition *w, const EngineLimits *limits);

// When what began then has to end; 0: no deadline.
int64_t stop_condition_deadline_ns(const EngineLimits *limits, int64_t began_ns);

// Looks at the clock and asks whoever may interrupt. Expensive: not at every node.
void stop_condition_check(StopCondition *w, int64_t nodes);
void stop_condition_check_clock(StopCondition *w);

static inline bool stop_condition_is_met(const StopCondition *w) {
    return atomic_load_explicit(&w->stop, memory_order_relaxed);
}

static inline void stop_condition_stop(StopCondition *w) {
    atomic_store_explicit(&w->stop, true, memory_order_relaxed);
}

int64_t stop_condition_elapsed_ms(const StopCondition *w);
