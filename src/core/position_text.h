// A position in words, as pages and programs send it: rules, size, stones set up, moves after them.
// And the one text that a position has however it came about.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/game.h"

// Points are written one behind the other, "h8i9" (NOTATION_POS). NULL: freestyle, no opening, no
// stones, no moves; who moves is Black unless `turn` says "white". A size of 0 is 15.
typedef struct {
    const char *rules, *opening, *black, *white, *turn, *moves;
    int size;
} PositionSpec;

bool position_spec_play(const PositionSpec *s, Game *out, Error *err);

// One move more, or an answer of the opening; says which move it is that cannot be, and why.
bool game_play_explained(Game *g, Point p, Error *err);

// "renju 15 black h8j9 i9": rules, size, who moves, Black's stones and White's, row by row from the
// top; "-" where there are none. And back, from the words behind one another.
void position_text_format(const Board *b, Str *out);
bool position_text_parse(const char *text, Board *out, Error *err);
