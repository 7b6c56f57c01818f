// Runs of one colour on a SquareGrid, and the score and verdict the analysis course builds on them.
//
// core/sequence.h has the same for a Board, which has 2 to 25 lines; the course's functions take a
// board of any size. tests/python compares them with a slow version on random boards.
#pragma once

#include "grid.h"

// The value is the number of free ends.
typedef enum { RUN_CLOSED, RUN_SEMI_OPEN, RUN_OPEN, RUN_BOUNDS } RunBound;

typedef struct {
    int bounds[RUN_BOUNDS];
} RunCount;

RunBound run_bound(const SquareGrid *g, int end, int length, int step);

// Complete runs of exactly `length`: on the line from `start` along `step`, and everywhere.
RunCount runs_on_line(const SquareGrid *g, int color, int length, int start, int step);
RunCount runs_everywhere(const SquareGrid *g, int color, int length);

int64_t runs_score(const SquareGrid *g); // Black has just moved

// The empty square where a black stone scores most, the first of several; -1 on a full board. False
// if a signal handler raised an exception: on a large board this takes long.
bool runs_best_square(SquareGrid *g, int *best);

// "Black won", "White won", "Draw", "Continue playing".
const char *runs_verdict(const SquareGrid *g);
