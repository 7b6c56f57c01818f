// Positions as text. PositionSpec: a position as clients send it, in text fields. Position text:
// one canonical line per position, our equivalent of FEN.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/game.h"

// `black` and `white` are stones set up, `moves` are played after them; points are concatenated,
// "h8i9" (NOTATION_POS). Defaults for NULL: freestyle, no opening, no stones, Black's turn, no
// moves.
typedef struct {
    const char *rules, *opening, *black, *white, *turn, *moves;
    int size; // 0: 15
} PositionSpec;

bool position_spec_play(const PositionSpec *s, Game *out, Error *err);

// game_play with an Error: "move 5: why it is illegal".
bool game_play_explained(Game *g, Point p, Error *err);

// "renju 15 black h8j9 i9": rules, size, side to move, Black's stones and White's, row by row from
// the top; "-" if there are none.
void position_text_format(const Board *b, Str *out);
bool position_text_parse(const char *text, Board *out, Error *err);
