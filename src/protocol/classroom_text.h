// Text formats of the classroom course: points, boards and names (posToIndex, printBoard and so
// on), without the dialogue.
#pragma once

#include "base/str.h"
#include "core/board.h"

#include <stdbool.h>
#include <stddef.h>

// posToIndex: one letter from a to h and one digit from 1 to 8, in either order and letter case,
// blanks ignored. Row 1 is at the top.
bool classroom_point_parse(const char *text, size_t len, Point *out);

// indexToPos: "c4".
void classroom_point_format(Point p, Str *out);

// printBoard: eleven lines, X for player 1 (the black stones) and O for player 2.
void classroom_add_board(const Board *b, Str *out);

// hasWon: five adjacent stones of `color`, or more.
bool classroom_has_won(const Board *b, Stone color);

// Appends a typed name without surrounding blanks and with its first letter capitalized, in any
// alphabet. The text is UTF-8.
void classroom_add_name(const char *text, size_t len, Str *out);
