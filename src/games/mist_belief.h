// What a player of Gomoku in the Mist can make of what was seen: a board with the stones that are
// known, and those that the hole betrays. It knows views and own moves, never the game.
#pragma once

#include "core/board.h"
#include "core/mist_view.h"

typedef struct {
    Board board;
    bool guessed[POINT_COUNT]; // an opposing stone there is a guess
} MistBelief;

void mist_belief_init(MistBelief *b);

// At the own turn, before the own move.
void mist_belief_observe(MistBelief *b, Stone me, const MistView *view);
void mist_belief_play(MistBelief *b, Stone me, Point p);

// The board to think about, with `me` to move. Guesses are left out if with them the game would be
// over. False if it is over even so: then something was believed that cannot be.
bool mist_belief_board(const MistBelief *b, Stone me, Board *out);
