// Gomoku in the Mist: what a player sees of a 19x19 board through the hole, and where it goes.
//
// A MistView is all that may reach a player of a game in the mist. It is made here and nowhere
// else.
#pragma once

#include "core/board.h"
#include "core/game.h"
#include "core/mist_view.h"

// Where the hole is before the first stone, and after one on `stone`.
Point mist_first_centre(void);
Point mist_centre_after(Point stone);

MistView mist_view(const Board *b, Point centre);

// Where the hole is now.
Point mist_centre(const Game *g);

// What a player who forgets nothing knows: the own stones, and all that was in the hole whenever it
// was `color`'s turn, this one among them if it is.
Board mist_memory(const Game *g, Stone color);
