// Puzzle themes: the tactical themes of a win (four-three, double four, VCF and so on).
#pragma once

#include "study/puzzle.h"

// The points where a stone of `color` would win immediately, row by row. Returns how many.
int puzzle_five_points(const Board *b, Stone color, Point fives[static BOARD_MAX * BOARD_MAX]);

// True if the side to move cannot stop the opponent's five: there are two, or the block is
// forbidden.
bool puzzle_five_is_unstoppable(const Board *b);

// Sets the themes of a line that wins for the side to move.
void puzzle_themes_of_win(const Board *b, const Point *line, int count,
                          bool themes[static PUZZLE_THEME_COUNT]);
