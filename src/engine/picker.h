// The moves worth trying at a node, the most promising first. They are scored all at once but
// sorted only as far as somebody asks: most nodes end after a few.
#pragma once

#include "engine/search.h"

typedef struct {
    ScoredMove *moves;
    int count, next;
} Picker;

// Takes room from the search's pool; picker_close gives it back.
void picker_open(Picker *k, Search *t, int ply, Point first, bool threatened);
void picker_close(Picker *k, Search *t);

// POINT_NONE when there are no more. Not all are legal: see position_is_forbidden.
Point picker_next(Picker *k);

// An open four is coming: only some moves meet that.
bool picker_is_threatened(const Position *s);
