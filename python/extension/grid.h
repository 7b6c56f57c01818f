// A board of any size as the courses hold one: a list of lists, copied into one flat array. Stones
// as in core/stone.h, framed by WALL, so that scans need no bounds check.
#pragma once

#include "bridge.h"

#include <stdint.h>

enum {
    GRID_NEAR_SIZE = 19,   // boards up to this size need no memory of their own
    GRID_SIZE_MAX = 10000, // counts and indices fit an int
};

typedef struct {
    int size, stride;
    uint8_t *at; // `near` or allocated
    uint8_t near[(GRID_NEAR_SIZE + 2) * (GRID_NEAR_SIZE + 2)];
} SquareGrid;

// Turns one item of a row into a Stone; false with an exception set if it is none.
typedef bool CellParser(PyObject *cell, uint8_t *stone);

// The board is not changed, and nothing of it is kept.
bool grid_read(SquareGrid *g, PyObject *board, CellParser *parse);
void grid_release(SquareGrid *g);

static inline int grid_index(const SquareGrid *g, int y, int x) {
    return (y + 1) * g->stride + x + 1;
}

static inline bool grid_has(const SquareGrid *g, int y, int x) {
    return y >= 0 && x >= 0 && y < g->size && x < g->size;
}
