// A look at a game move by move, along the tree of its record.
#pragma once

#include "record/record.h"

typedef struct {
    const Record *record; // borrowed; NULL: nothing is being looked at
    Node *at;             // in it
    Node *line_end;       // of the line that is walked along: steps on lead there
    Game game;            // up to `at`
} Walk;

typedef enum {
    STEP_BACK,
    STEP_ON,
    STEP_FIRST,
    STEP_LAST,
    STEP_VARIATION_BEFORE,
    STEP_VARIATION_AFTER,
} WalkStep;

// False if the record cannot be replayed up to there.
bool walk_begin(Walk *w, const Record *r, Node *at, Error *err);
void walk_end(Walk *w);

// False if there is nothing that way.
bool walk_step(Walk *w, WalkStep step);

// Variations at this place, and which of them this is, from 0.
typedef struct {
    int count, index;
} VariationCount;

VariationCount walk_variations(const Walk *w);
