// Pairing strategy: proves that one side cannot make five. If every window of five that the
// attacker can still fill contains a pair of empty points, and no point is in two pairs, the
// defender answers each move in a pair with the pair's other point. If moves may be forbidden to
// the defender, only points that cannot be forbidden as an answer may be in pairs; why is explained
// in docs/integrate/certificates.md.
#pragma once

#include "core/board.h"

#include <stdint.h>

enum { PAIRING_MAX = 32, PAIRING_WINDOWS_MAX = 128 };

typedef struct {
    int count;
    uint64_t pairs[PAIRING_MAX]; // two bits each
} PairSet;

// For each point, those it may be in a pair with, as far as it is concerned.
typedef struct {
    uint64_t of[64];
} Partners;

// Searches, with limited effort, for pairs that cover all windows. A window is a bit set of its
// empty points. `partners`: NULL if any two points may be a pair. False does not prove that no such
// pairs exist.
bool pair_set_find(const uint64_t *windows, int count, const Partners *partners, PairSet *out);

// For a defender with forbidden moves. `own`: the windows without a stone of the attacker.
void partners_find(const uint64_t *own, int count, Partners *out);

typedef struct {
    int count;
    Point points[2 * PAIRING_MAX]; // two per pair
} Pairing;

// The same for the windows with which the other side could beat `holder`.
bool pairing_find(const Board *b, Stone holder, Pairing *out);
