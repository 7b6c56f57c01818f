// What there is to see in a win: which kinds of moves it is made of.
#pragma once

#include "study/puzzle.h"

// The points where a stone of `color` would win at once, in reading order. Returns how many.
int puzzle_five_points(const Board *b, Stone color, Point fives[static BOARD_MAX * BOARD_MAX]);

// Can the side to move not stop the other side's five: there are two, or its answer is forbidden?
bool puzzle_five_is_unstoppable(const Board *b);

// Sets the motifs of a line of play that wins for the side to move.
void puzzle_themes_of_win(const Board *b, const Point *line, int count,
                          bool motifs[static PUZZLE_THEME_COUNT]);
