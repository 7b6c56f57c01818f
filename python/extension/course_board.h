// A board of any size as the courses hold one: a list of lists, copied into one flat array that
// core reads as a Grid.
#pragma once

#include "bridge.h"

#include "core/grid.h"

enum {
    COURSE_BOARD_NEAR = 19,   // boards up to this size need no memory of their own
    COURSE_BOARD_MAX = 10000, // counts and indices fit an int
};

typedef struct {
    Grid grid;
    uint8_t *at; // the same stones, to change: `near` or allocated
    uint8_t near[(COURSE_BOARD_NEAR + 2) * (COURSE_BOARD_NEAR + 2)];
} CourseBoard;

// Turns one item of a row into a Stone; false with an exception set if it is none.
typedef bool CellParser(PyObject *cell, uint8_t *stone);

// The list is not changed, and nothing of it is kept.
bool course_board_read(CourseBoard *b, PyObject *list, CellParser *parse);
void course_board_release(CourseBoard *b);
