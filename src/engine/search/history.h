// History heuristic: scores of moves by how often they caused a beta cutoff anywhere in the search
// tree. Used for move ordering and late move reductions.
#pragma once

#include "core/point.h"

#include <stdbool.h>
#include <stdint.h>

enum { HISTORY_MAX = 8192 };

typedef struct {
    int16_t moves[2][2][POINT_COUNT]; // by colour, whether the move makes a threat, and point
    int16_t continuation[2][POINT_COUNT][POINT_COUNT]; // by colour, previous move, and point
    Point counter_moves[2][POINT_COUNT]; // by colour and previous move: its last refutation
} History;

// History with gravity: moves towards ±HISTORY_MAX, by less the closer it already is.
static inline void history_update(int16_t *h, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *h = (int16_t)(*h + bonus - *h * size / HISTORY_MAX);
}
