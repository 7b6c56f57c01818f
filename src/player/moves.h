// Legal moves and immediate wins, for the simple players.
#pragma once

#include "core/game.h"

// The legal points of the side to act, row by row from the top. Returns how many.
int moves_legal(const Game *g, Point points[static BOARD_MAX * BOARD_MAX]);

// The first of `points` where a stone of `color` wins by the board's rules; POINT_NONE if there is
// none.
Point moves_first_win(const Board *b, Stone color, const Point *points, int count);

// The point closest to the centre, the first of several. `count` is at least 1.
Point moves_most_central(const Board *b, const Point *points, int count);
