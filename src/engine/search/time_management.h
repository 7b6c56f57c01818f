// Time management: decides after each iteration of iterative deepening whether to start another.
//
// Spends less than the soft limit while the best move is stable, more while it changes or its value
// falls, and does not start an iteration that is unlikely to finish within the hard limit.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Starts with everything zero except the limits.
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
