// When to stop thinking: a deadline, a number of nodes, somebody who interrupts. One thread looks
// at all of these, the others at the clock: whoever sees first that it is time says stop to all.
#pragma once

#include "engine/engine.h"

#include <stdatomic.h>

typedef struct {
    const EngineLimits *limits;    // borrowed
    int64_t began_ns, deadline_ns; // 0: no deadline
    _Atomic bool stop;
} Watch;

void watch_start(Watch *w, const EngineLimits *limits);

// When what began then has to end; 0: no deadline.
int64_t watch_deadline_ns(const EngineLimits *limits, int64_t began_ns);

// Looks at the clock and asks whoever may interrupt. Expensive: not at every node.
void watch_look(Watch *w, int64_t nodes);
void watch_look_at_clock(Watch *w);

static inline bool watch_says_stop(const Watch *w) {
    return atomic_load_explicit(&w->stop, memory_order_relaxed);
}

static inline void watch_stop(Watch *w) {
    atomic_store_explicit(&w->stop, true, memory_order_relaxed);
}

int64_t watch_elapsed_ms(const Watch *w);
