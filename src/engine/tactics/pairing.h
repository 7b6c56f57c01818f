// Pairing strategy: proves that one side cannot make five. If every window of five that the
// attacker can still fill contains a pair of empty points, and no point is in two pairs, the
// defender answers each move in a pair with the other point of it.
#pragma once

#include "core/board.h"

enum { PAIRING_MAX = 32 };

typedef struct {
    int count;
    Point points[2 * PAIRING_MAX]; // two per pair
} Pairing;

// Searches, with limited effort, for pairs with which `holder` stops every five of the other side.
// False does not prove that there are none.
bool pairing_find(const Board *b, Stone holder, Pairing *out);
