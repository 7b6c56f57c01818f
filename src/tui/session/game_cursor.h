// Game cursor: steps through the move tree of a record, for reviews.
#pragma once

#include "record/record.h"

typedef struct {
    const Record *record; // borrowed; NULL: not open
    Node *at;
    Node *line_end; // last node of the current line: STEP_FORWARD leads there
    Game game;      // replayed up to `at`
} GameCursor;

typedef enum {
    STEP_BACK,
    STEP_FORWARD,
    STEP_FIRST,
    STEP_LAST,
    STEP_PREVIOUS_VARIATION,
    STEP_NEXT_VARIATION,
} CursorStep;

// False if the record cannot be replayed up to `at`.
bool game_cursor_open(GameCursor *c, const Record *r, Node *at, Error *err);
void game_cursor_close(GameCursor *c);

// False if there is no such node.
bool game_cursor_step(GameCursor *c, CursorStep step);

// Number of variations of the current move, and the index of this one from 0. The root has none.
typedef struct {
    int count, index;
} VariationCount;

VariationCount game_cursor_variations(const GameCursor *c);
