// Positions and games as text. PositionSpec: the text fields in which a client sends a position.
// Position text: one canonical line for a position, our FEN. Move string: one line for a game.
#pragma once

#include "base/error.h"
#include "base/scanner.h"
#include "base/str.h"
#include "core/game.h"

// `black` and `white` are setup stones, `moves` are played after them; points are concatenated,
// "h8i9" (NOTATION_POS). Defaults for NULL: freestyle, no opening, no stones, Black's turn, no
// moves.
typedef struct {
    const char *rules, *opening, *black, *white, *turn, *moves;
    int size;     // 0: 15
    int size_min; // 0: BOARD_MIN_PLAYABLE
} PositionSpec;

bool position_spec_play(const PositionSpec *s, Game *out, Error *err);

// game_play with an Error: "move 5: why it is illegal".
bool game_play_explained(Game *g, Point p, Error *err);

// "renju 15 black h8j9 i9": rules, size, side to move, Black's stones and White's, row by row from
// the top; "-" if there are none.
void position_text_format(const Board *b, Str *out);
bool position_text_parse(const char *text, Board *out, Error *err);

// "h8i9h9 swap k10": the moves of a game, with opening choices as words between the stones.
void move_string_format(const Game *g, Str *out);

// Plays the moves in the rest of the text in `g`, a new game.
bool move_string_replay(Scanner *s, Game *g, Error *err);
