// Grid: a non-owning view of the stones of a square board of any size, passed by value.
//
// One Stone per point, row by row, with WALL all around, so a neighbor is a constant offset away
// and a scan needs no bounds check. Column x and row y count from 0 at the top left.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const uint8_t *at; // borrowed
    int size, stride;
} Grid;

static inline int grid_index(Grid g, int x, int y) {
    return (y + 1) * g.stride + x + 1;
}

static inline bool grid_has(Grid g, int x, int y) {
    return x >= 0 && y >= 0 && x < g.size && y < g.size;
}
