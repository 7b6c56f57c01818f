// What the simple players look at: which points are legal, and which of them win.
#pragma once

#include "core/game.h"

// The points where game_play takes a stone of the side to act, in reading order. Returns how many.
int moves_legal(const Game *g, Point points[static BOARD_MAX * BOARD_MAX]);

// The first of `points` where a stone of `color` wins by the board's rules; POINT_NONE if none
// does.
Point moves_first_win(const Board *b, Stone color, const Point *points, int count);

// The one nearest the centre, the first in order of several. `count` is at least 1.
Point moves_most_central(const Board *b, const Point *points, int count);
