// How long to go on thinking where time saved now is of use later: less than usual while nothing
// changes, more while the best move does or its value falls, and not into an iteration that will
// hardly come to its end.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// All zero but the limits: nothing has been seen yet.
typedef struct {
    int64_t usual_ms; // 0: there is nothing to save
    int64_t most_ms;  // 0: no limit
    int iterations;
    int unrest;  // percent of a changed mind, halved with each iteration
    int average; // of the values, the latest counting most
    int value;
    int64_t elapsed_ms, last_ms; // in all, and of the last iteration
} TimeManager;

// An iteration ended: whether it changed the best move, what it says that one is worth, and how
// long all took up to here.
void time_manager_update(TimeManager *p, bool changed, int value, int64_t elapsed_ms);

bool time_manager_should_stop(const TimeManager *p);
