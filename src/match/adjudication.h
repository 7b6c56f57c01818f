// Adjudication: ends a game early once both engines agree on the result for long enough.
#pragma once

#include "core/point.h"
#include "player/player.h"

// 0 moves disables that kind of adjudication.
typedef struct {
    int win_score, win_moves;   // a win: at least this score for one side, for this many moves each
    int draw_score, draw_moves; // a draw: at most this score for either side
    int draw_from;              // no draws before this move number
} AdjudicationRules;

// How many moves in a row (of both sides) each result was agreed on. Zero-initialize.
typedef struct {
    int black, white, draw;
} Adjudication;

// Adds the value that `color` gave for the position it moved in.
void adjudication_add_score(Adjudication *a, const AdjudicationRules *rules, Stone color,
                            const PlayerMove *move);

// END_AGREED once both have agreed for long enough, otherwise END_NONE. `moves`: length of the
// game.
Result adjudication_result(const Adjudication *a, const AdjudicationRules *rules, int moves);
