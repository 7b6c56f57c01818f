// The moves worth trying at a node, the most promising first. The table's move needs no list; the
// others are scored all at once but sorted only as far as somebody asks: most nodes end after a
// few.
#pragma once

#include "engine/search/search.h"
#include "engine/tactics/threat.h"

typedef struct {
    Search *search;
    int ply, depth;
    Point first;              // the table's; POINT_NONE if it has none
    const Defences *defences; // the only moves there are, if something must be parried
    bool is_listed;
    ScoredMove *moves; // in the search's pool; those before `next` have been picked
    int count, next;
    int best, latest; // scores of the first and of the last one picked from the list
} MovePicker;

// `defences` must outlive the picker; those against nothing are every move near a stone.
MovePicker move_picker_start(Search *t, int ply, int depth, Point first, const Defences *defences);
void move_picker_end(MovePicker *k);

// The i-th that was picked from the list.
static inline Point move_picker_point(const MovePicker *k, int i) {
    return (Point)(k->moves[i] & (SCORED_POINTS - 1));
}

// How much less promising than the best of the list the one picked last looked.
static inline int move_picker_gap(const MovePicker *k) {
    return k->best - k->latest;
}

// POINT_NONE when there are no more. Not all are legal: see position_is_forbidden.
Point move_picker_next(MovePicker *k);
