// Converts a course's board, a Python list of lists of any size, into a flat array that
// core/point.h reads.
#pragma once

#include "bridge.h"

#include "core/point.h"

enum {
    COURSE_BOARD_INLINE = 19, // boards up to this size need no allocation
    COURSE_BOARD_MAX = 10000, // so that counts and indices fit an int
};

typedef struct {
    Grid grid;
    uint8_t *at; // the stones of `grid`, writable: `buffer` or allocated
    uint8_t buffer[(COURSE_BOARD_INLINE + 2) * (COURSE_BOARD_INLINE + 2)];
} CourseBoard;

// Converts one item of a row into a Stone; false with an exception set if it is invalid.
typedef bool CellParser(PyObject *cell, uint8_t *stone);

// The list is not changed, and no reference to it is kept.
bool course_board_read(CourseBoard *b, PyObject *list, CellParser *parse);
void course_board_release(CourseBoard *b);
