// MistBelief: the belief state of a player of Gomoku in the Mist (hidden information). A board with
// the stones the player knows, and guesses inferred from where the hole moved. Built from views,
// the player's own moves and the stones those moves ran into, never from the game.
#pragma once

#include "core/board.h"
#include "core/mist_view.h"

typedef struct {
    Board board;
    bool guessed[POINT_COUNT]; // the opponent's stone there is a guess
} MistBelief;

void mist_belief_init(MistBelief *belief);

// Call at each of the player's turns, before the player's move.
void mist_belief_observe(MistBelief *belief, Stone me, const MistView *view);
void mist_belief_know(MistBelief *belief, Stone color, Point p); // a move made, or a stone hit

// The board to search, with `me` to move. Leaves out the guesses if they would end the game.
// False if the game is over even without them: then a guess was wrong.
bool mist_belief_board(const MistBelief *belief, Stone me, Board *out);
