// A look at a game move by move, along the tree of its record.
#pragma once

#include "record/record.h"

typedef struct {
    const Record *record; // borrowed; NULL: nothing is being looked at
    Node *at;             // in it
    Node *line_end;       // of the line that is walked along: steps on lead there
    Game game;            // up to `at`
} GameCursor;

typedef enum {
    STEP_BACK,
    STEP_FORWARD,
    STEP_FIRST,
    STEP_LAST,
    STEP_PREVIOUS_VARIATION,
    STEP_NEXT_VARIATION,
} CursorStep;

// False if the record cannot be replayed up to there.
bool game_cursor_open(GameCursor *w, const Record *r, Node *at, Error *err);
void game_cursor_close(GameCursor *w);

// False if there is nothing that way.
bool game_cursor_step(GameCursor *w, CursorStep step);

// Variations at this place, and which of them this is, from 0.
typedef struct {
    int count, index;
} VariationCount;

VariationCount game_cursor_variations(const GameCursor *w);
