// Time management: when a search stops by itself (TimeManager), and when it is stopped
// (StopCondition).
#pragma once

#include "engine/engine.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// A deadline, a node limit, or the caller's stop token. Shared by all threads. The main thread
// checks every limit, helpers only the clock; the first to hit one stops all.
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

bool stop_condition_is_late(const StopCondition *s); // has the deadline passed?

static inline bool stop_condition_is_met(const StopCondition *s) {
    return atomic_load_explicit(&s->stop, memory_order_relaxed);
}

static inline void stop_condition_stop(StopCondition *s) {
    atomic_store_explicit(&s->stop, true, memory_order_relaxed);
}

int64_t stop_condition_elapsed_ms(const StopCondition *s);

// Decides after each iteration of iterative deepening whether to start another. Spends less than
// the soft limit while the best move is stable, more while it changes or its value falls, and does
// not start an iteration that is unlikely to finish within the hard limit. Initialize it to zero,
// except the limits.
typedef struct {
    int64_t soft_ms; // usual time for a move; 0: never stops early
    int64_t hard_ms; // 0: no limit
    int iterations;
    int instability;             // percent; raised when the best move changes, halved per iteration
    int average_value;           // running average of the values before `value`
    int value;                   // of the last iteration
    int64_t elapsed_ms, last_ms; // total, and of the last iteration
} TimeManager;

// Call after each iteration with its outcome and the total time so far.
void time_manager_update(TimeManager *t, bool best_move_changed, int value, int64_t elapsed_ms);

bool time_manager_should_stop(const TimeManager *t);
