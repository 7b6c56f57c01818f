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

// Whether the game can be one in the mist: freestyle on 19x19 from the empty board, without an
// opening, and the sides place stones in turn. Others come from files.
bool mist_has_game(const Game *g);
