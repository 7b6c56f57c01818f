// Gomoku in the Mist (fog of war on 19x19): a player sees the board only through a small hole that
// moves after every stone.
//
// A MistView is all that a player may learn about the position; it is made only here. Which viewer
// gets one is decided by the visibility filter (session/game_view.c).
#pragma once

#include "core/board.h"
#include "core/game.h"
#include "core/mist_history.h"

// The center of the hole before the first stone, and after a stone on `stone`.
Point mist_first_center(void);
Point mist_center_after(Point stone);

MistView mist_view(const Board *b, Point center);

// The current center of the hole.
Point mist_center(const Game *g);

// What a player with perfect memory knows: the player's own stones, and everything visible in the
// hole on each of `color`'s turns, including the current one.
Board mist_memory(const Game *g, Stone color);
