// Forbidden moves (fouls) of Black in renju: overline, double four, double three.
//
// Definitions, for a stone Black puts on p (all lines go through p):
//   five           exactly five in a row. It wins, whatever else the stone makes.
//   overline       six or more in a row.
//   four           four stones that become a five with one more stone. Two different fours may lie
//                  in one line (X.XXX.X and XX.XX.XX); the two ways to complete .XXXX. are one
//                  four.
//   straight four  .XXXX. where either end makes a five.
//   three          stones that become a straight four through p and q with one more stone q, where
//                  q does not make a five in some other line and is not itself forbidden to Black.
//                  That last condition is checked with p on the board, recursively.
//   double four    two or more fours; double three: two or more threes, in different lines.
// This is the double three of the International Rules with its two exceptions (9.3 a and b): a
// three counts only if a stone can extend it to a straight four without making an overline, a
// double four or a double three that counts.
//
// If a stone is several fouls at once, the first of overline, double four, double three is
// reported.
//
// The number of recursive checks is limited, because constructed positions can make them multiply.
// Games need a few; the worst position found by a search needs two hundred. Beyond the limit,
// deeper double threes count as legal.
#pragma once

#include "core/board.h"

enum { FORBIDDEN_CHECKS_MAX = 4096 };

// PLAY_OK or the foul that Black makes on the empty point `p`, regardless of whose turn it is.
PlayResult forbidden_check(const Board *b, Point p);
