// Runs of stones of one colour, told apart by how many of their ends are free; and the score, the
// greedy move and the game state that the analysis course builds on them.
//
// That course plays the standard rules (exactly five wins) on whatever board it is given, so
// nothing here looks at the board's own rule set.
#pragma once

#include "core/board.h"

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
Bound sequence_bound(const Board *b, Point end, int length, int step);

// Counts the maximal runs of exactly `length` stones of `color`: on the line from `start`, which is
// at the edge, along `step`; and on the whole board, in all four directions.
SequenceCount sequence_count_line(const Board *b, Stone color, int length, Point start, int step);
SequenceCount sequence_count(const Board *b, Stone color, int length);

// The course's score for `mover`, who has just moved: large is good for that colour.
int sequence_score(const Board *b, Stone mover);

// The empty point where a stone of `mover` scores most, the first one in reading order if several
// do; POINT_NONE on a full board.
Point sequence_best_point(const Board *b, Stone mover);

// A five counts whether its ends are free or not, six do not, and Black is looked at first.
SequenceState sequence_state(const Board *b);
