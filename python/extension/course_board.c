#include "course_board.h"

#include "core/point.h"

#include <string.h>

static bool allocate(CourseBoard *b, Py_ssize_t size) {
    if (size < 1 || size > COURSE_BOARD_MAX) {
        PyErr_Format(PyExc_ValueError, "a board has 1 to %d rows, not %zd", COURSE_BOARD_MAX, size);
        return false;
    }
    int stride = (int)size + 2;
    size_t cells = (size_t)stride * (size_t)stride;
    b->at = cells <= sizeof b->buffer ? b->buffer : PyMem_Malloc(cells);
    if (!b->at) {
        PyErr_NoMemory();
        return false;
    }
    memset(b->at, WALL, cells);
    b->grid = (Grid){.at = b->at, .size = (int)size, .stride = stride};
    return true;
}

// Cache: boards contain the same few objects over and over, so each object is parsed once.
typedef struct {
    PyObject *known[WALL];
    CellParser *parse;
} Cells;

static bool read_cell(Cells *cells, PyObject *cell, uint8_t *out) {
    for (uint8_t stone = EMPTY; stone < WALL; stone++)
        if (cell == cells->known[stone]) {
            *out = stone;
            return true;
        }
    if (!cells->parse(cell, out))
        return false;
    cells->known[*out] = cell;
    return true;
}

static void prefix_location(Py_ssize_t y, Py_ssize_t x) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_Format(type, "board[%zd][%zd] %S", y, x, value ? value : Py_None);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
}

static bool read_row(CourseBoard *b, Cells *cells, PyObject *row, int y) {
    if (!PyList_Check(row)) {
        PyErr_Format(PyExc_TypeError, "board[%d] must be a list", y);
        return false;
    }
    Py_ssize_t width = PyList_Size(row);
    if (width != b->grid.size) {
        PyErr_Format(PyExc_ValueError,
                     "the board must be square: it has %d rows, but board[%d] has %zd squares",
                     b->grid.size, y, width);
        return false;
    }
    uint8_t *to = b->at + grid_index(b->grid, 0, y);
    for (int x = 0; x < b->grid.size; x++)
        if (!read_cell(cells, PyList_GetItem(row, x), to + x)) {
            prefix_location(y, x);
            return false;
        }
    return true;
}

bool course_board_read(CourseBoard *b, PyObject *list, CellParser *parse) {
    if (!PyList_Check(list)) {
        PyErr_SetString(PyExc_TypeError, "the board must be a list of lists");
        return false;
    }
    if (!allocate(b, PyList_Size(list)))
        return false;
    Cells cells = {.parse = parse};
    for (int y = 0; y < b->grid.size; y++)
        if (!read_row(b, &cells, PyList_GetItem(list, y), y)) {
            course_board_release(b);
            return false;
        }
    return true;
}

void course_board_release(CourseBoard *b) {
    if (b->at != b->buffer)
        PyMem_Free(b->at);
    b->at = NULL;
}
