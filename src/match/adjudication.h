// A game that both sides judge alike is over before the board shows it: won once both have said so
// for long enough, drawn once both see nothing any more.
#pragma once

#include "core/stone.h"
#include "player/player.h"

// A bound of 0 moves: no such end.
typedef struct {
    int win_score, win_moves;   // at least so much for one side, by so many moves of each
    int draw_score, draw_moves; // at most so much for either side
    int draw_from;              // only once the game has that many moves
} AdjudicationRules;

// How long they have agreed, in moves of either side. All zero is how a game begins.
typedef struct {
    int black, white, draw;
} Adjudication;

// `color` has moved, and thinks so of the position it moved in.
void adjudication_add_score(Adjudication *a, const AdjudicationRules *rules, Stone color,
                            Evaluation evaluation);

// END_AGREED once they have agreed for long enough in a game of so many moves, or END_NONE.
Result adjudication_result(const Adjudication *a, const AdjudicationRules *rules, int moves);
