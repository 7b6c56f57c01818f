// Runs of stones of one colour, told apart by how many of their ends are free; and the score, the
// greedy move and the game state that the analysis course builds on them.
//
// That course plays the standard rules (exactly five wins) on whatever board it is given, so
// nothing here looks at a rule set, and everything but the move works on a grid of any size. The
// functions of a Board are the same for its stones.
#pragma once

#include "core/board.h"
#include "core/grid.h"

// The value is the number of free ends. An end is free if it is on the board and empty.
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

// How free is the run of `length` whose last stone along `step` is on `end`?
Bound grid_run_bound(Grid g, int end, int length, int step);

// Counts the maximal runs of exactly `length` stones of `color`: on the line from `start`, which is
// at the edge, along `step`; and everywhere, in all four directions.
SequenceCount grid_count_line(Grid g, Stone color, int length, int start, int step);
SequenceCount grid_count(Grid g, Stone color, int length);

// The course's score for `mover`, who has just moved: large is good for that colour.
int64_t grid_score(Grid g, Stone mover);

// A five counts whether its ends are free or not, six do not, and Black is looked at first.
SequenceState grid_state(Grid g);

// The empty point where a stone of `mover` scores most, the first one in reading order if several
// do; POINT_NONE on a full board.
Point sequence_best_point(const Board *b, Stone mover);

static inline Bound sequence_bound(const Board *b, Point end, int length, int step) {
    return grid_run_bound(board_grid(b), end, length, step);
}

static inline SequenceCount sequence_count_line(const Board *b, Stone color, int length,
                                                Point start, int step) {
    return grid_count_line(board_grid(b), color, length, start, step);
}

static inline SequenceCount sequence_count(const Board *b, Stone color, int length) {
    return grid_count(board_grid(b), color, length);
}

static inline int sequence_score(const Board *b, Stone mover) {
    return (int)grid_score(board_grid(b), mover);
}

static inline SequenceState sequence_state(const Board *b) {
    return grid_state(board_grid(b));
}
