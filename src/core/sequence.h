// The analysis course: counts runs of stones by their open ends, and computes the course's score,
// greedy move and game state from them.
//
// The course plays standard rules (exactly five wins) on a board of any size, so nothing here reads
// a rule set, and everything except the move works on a Grid.
#pragma once

#include "core/board.h"
#include "core/point.h"

// The value is the number of open ends. An end is open if it is on the board and empty.
typedef enum { CLOSED, SEMI_OPEN, OPEN, BOUND_COUNT } Bound;

typedef struct {
    int runs[BOUND_COUNT];
} SequenceCount;

typedef enum {
    SEQUENCE_CONTINUE,
    SEQUENCE_BLACK_WON,
    SEQUENCE_WHITE_WON,
    SEQUENCE_DRAW,
} SequenceState;

// The open ends of the run of `length` stones whose last stone along `step` is on `end`.
Bound grid_run_bound(Grid g, int end, int length, int step);

// Count the maximal runs of exactly `length` stones of `color`: on the line from `start`, which is
// at the edge, along `step`; and on the whole board in all four directions.
SequenceCount grid_count_line(Grid g, Stone color, int length, int start, int step);
SequenceCount grid_count(Grid g, Stone color, int length);

// The course's score for `mover`, who has just moved: higher is better for that color.
int64_t grid_score(Grid g, Stone mover);

// Exactly five wins, with open or closed ends. Black is checked first.
SequenceState grid_state(Grid g);

// The empty point where a stone of `mover` has the highest score, the first in reading order on
// ties; POINT_NONE on a full board.
Point sequence_best_point(const Board *b, Stone mover);
