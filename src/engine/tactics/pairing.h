// Pairing strategy: proves that one side cannot make five. If every window of five that the
// attacker can still fill contains a pair of empty points, and no point is in two pairs, the
// defender answers each move in a pair with the pair's other point. If that may be forbidden to the
// defender, there must be no such window left.
#pragma once

#include "core/board.h"

#include <stdint.h>

enum { PAIRING_MAX = 32, PAIRING_WINDOWS_MAX = 128 };

typedef struct {
    int count;
    uint64_t pairs[PAIRING_MAX]; // two bits each
} PairSet;

// Searches, with limited effort, for pairs that cover all windows. A window is a bit set of its
// empty points. False does not prove that no such pairs exist.
bool pair_set_find(const uint64_t *windows, int count, PairSet *out);

typedef struct {
    int count;
    Point points[2 * PAIRING_MAX]; // two per pair
} Pairing;

// The same for the windows with which the other side could beat `holder`.
bool pairing_find(const Board *b, Stone holder, Pairing *out);
