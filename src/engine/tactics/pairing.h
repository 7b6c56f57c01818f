// Holding a draw by pairs: if every window of five that one side could still fill holds two empty
// points that belong together, and to no other pair, the other side need only take the second of a
// pair when the first is taken.
#pragma once

#include "core/board.h"

enum { PAIRING_MAX = 32 };

typedef struct {
    int count;
    Point points[2 * PAIRING_MAX]; // two a pair
} Pairing;

// Tries, for a while, to find pairs by which `holder` keeps the other side from any five. False
// does not mean that there are none.
bool pairing_find(const Board *b, Stone holder, Pairing *out);
