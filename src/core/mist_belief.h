// MistBelief: the exact belief state of a player of Gomoku in the Mist (hidden information). For
// every opposing stone the candidate set: the points where it can be, given all holes, views, hits
// and own moves, and that the opponent has no five. Computed from a MistHistory, never from a game.
#pragma once

#include "core/board.h"
#include "core/mist_history.h"

enum { MIST_CANDIDATES_MAX = 4 }; // the hole's formula sends at most four points to one center

typedef struct {
    int turn; // the first turn of the player on which the stone is on the board
    int count;
    Point points[MIST_CANDIDATES_MAX];
} MistStone;

typedef struct {
    Board known; // own stones and those of the opponent that are certain; the player is to move
    int stone_count;
    MistStone stones[MIST_TURNS_MAX]; // of the opponent, in the order of play
} MistBelief;

// The player must be to move. False if no game can have this history.
bool mist_belief_init(MistBelief *belief, const MistHistory *h);
