// Black's fouls in renju: overline, double four, double three.
//
// Definitions, for a stone Black puts on p (all lines go through p):
//   five           exactly five in a row. It wins, whatever else the stone makes.
//   overline       six or more in a row.
//   four           four stones that one more stone makes a five. Two different fours may lie in one
//                  line (X.XXX.X and XX.XX.XX); the two ways to complete .XXXX. are one four.
//   straight four  .XXXX. where either end makes a five.
//   three          stones that one more stone q makes a straight four through p and q, where q does
//                  not make a five in some other line and is not itself forbidden to Black. That
//                  last question is asked with p on the board, and may ask the same again.
//   double four    two or more fours; double three: two or more threes, in different lines.
// This is the International Rules' double three with its two exceptions (9.3 a and b): a three
// counts only if it can grow into a straight four by a stone that is no overline, no double four,
// and no double three that counts.
//
// When a stone is several fouls at once the first in the order overline, double four, double three
// is reported.
//
// Questions inside questions are bounded, because a position can be made in which they multiply.
// Games ask a few; a search for the worst position found two hundred. Beyond the bound a
// stone's deeper double threes are taken for none.
#pragma once

#include "core/board.h"

enum { FORBIDDEN_CHECKS_MAX = 4096 };

// PLAY_OK or which foul it is, for Black on the empty point `p`, whoever's turn it is.
PlayResult forbidden_check(const Board *b, Point p);
