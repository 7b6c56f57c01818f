// What earlier parts of a search say about moves: which refuted something, wherever they stood in
// the tree.
#pragma once

#include "core/point.h"
#include "core/stone.h"

#include <stdbool.h>
#include <stdint.h>

enum { HISTORY_MAX = 8192 };

typedef struct {
    int16_t moves[2][2][POINT_COUNT];             // by colour, whether it makes a threat, and point
    int16_t replies[2][POINT_COUNT][POINT_COUNT]; // to the move before
    Point counters[2][POINT_COUNT];               // the last refutation of a move
} History;

// A number that remembers: it goes towards the ends, ever more slowly.
static inline void history_update(int16_t *h, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *h = (int16_t)(*h + bonus - *h * size / HISTORY_MAX);
}
