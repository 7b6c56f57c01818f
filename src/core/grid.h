// Stones on a square of any size, in somebody else's memory: a view, passed by value.
//
// A Stone per place, row by row, with WALL all around: a neighbour is a constant away, and a scan
// needs no bounds check. Column x and row y count from 0 at the top left.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const uint8_t *at;
    int size, stride;
} Grid;

static inline int grid_index(Grid g, int x, int y) {
    return (y + 1) * g.stride + x + 1;
}

static inline bool grid_has(Grid g, int x, int y) {
    return x >= 0 && y >= 0 && x < g.size && y < g.size;
}
