// Runs a player with the GIL released.
#pragma once

#include "bridge.h"

#include "core/game.h"

// Chooses a move for the side to move within `ms`. The game must not be over. `player`: see
// player_open. Works on a copy, because other threads may change the game meanwhile. False with a
// Python exception set.
bool choose_move(const Game *g, const char *player, int64_t ms, Point *move);
