// A player's choice, while other Python threads run.
#pragma once

#include "bridge.h"

#include "core/game.h"

// For the side to move of a game that is not over, within `ms`. `player` as player_open takes it.
// Thinks about a copy, since other threads may change the game meanwhile.
bool choose_move(const Game *g, const char *player, int64_t ms, Point *move);
