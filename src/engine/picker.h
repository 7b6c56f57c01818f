// The moves worth trying at a node, the most promising first. The table's move needs no list; the
// others are scored all at once but sorted only as far as somebody asks: most nodes end after a
// few.
#pragma once

#include "engine/search.h"

typedef struct {
    Search *search;
    int ply;
    Point first;     // the table's; POINT_NONE if it has none
    bool threatened; // only moves that meet an open four
    bool is_listed;
    ScoredMove *moves; // in the search's pool; those before `next` have been picked
    int count, next;
} Picker;

Picker picker_of(Search *t, int ply, Point first, bool threatened);
void picker_close(Picker *k);

// The i-th that was picked from the list.
static inline Point picker_point(const Picker *k, int i) {
    return (Point)(k->moves[i] & (SCORED_POINTS - 1));
}

// POINT_NONE when there are no more. Not all are legal: see position_is_forbidden.
Point picker_next(Picker *k);

// An open four is coming: only some moves meet that.
bool picker_is_threatened(const Position *s);
