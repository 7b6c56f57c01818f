// Which replies can spoil a win by fours? If the side to move passed, and the other side could then
// win by fours, only a few points matter to that win; every other reply loses to it.
#pragma once

#include "engine/tactics/fours.h"

typedef struct {
    uint32_t rows[BOARD_MAX + 2]; // a bit a point, by the point's number
} PointSet;

static inline void point_set_add(PointSet *set, Point p) {
    set->rows[p / POINT_STRIDE] |= 1u << p % POINT_STRIDE;
}

static inline bool point_set_has(const PointSet *set, Point p) {
    return set->rows[p / POINT_STRIDE] >> p % POINT_STRIDE & 1;
}

// The attacker's lines, and room to take back what is tried on them.
enum { UNDO_STACK_MAX = 256 };

typedef struct {
    Fours fours;
    FoursUndo undo[UNDO_STACK_MAX];
} UndoStack;

// Adds the empty points that matter to `line`, a win by fours of the attacker as vcf_search gives
// it: the points of the line, those with which a forced answer makes a four in return, and around a
// forbidden answer, or where fives can be held, whatever may change that. The other side's own
// fours matter besides.
void relevant_replies_add(UndoStack *w, const Point *line, int count, PointSet *set);

// Does the line win as it stands, whatever else the board holds? For rules in which every four has
// one answer at most.
bool relevant_replies_line_wins(UndoStack *w, const Point *line, int count);
