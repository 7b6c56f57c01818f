#include "grid.h"

#include "core/stone.h"

#include <string.h>

static bool allocate(SquareGrid *g, Py_ssize_t size) {
    if (size < 1 || size > GRID_SIZE_MAX) {
        PyErr_Format(PyExc_ValueError, "a board has 1 to %d rows, not %zd", GRID_SIZE_MAX, size);
        return false;
    }
    g->size = (int)size;
    g->stride = g->size + 2;
    size_t cells = (size_t)g->stride * (size_t)g->stride;
    g->at = cells <= sizeof g->near ? g->near : PyMem_Malloc(cells);
    if (!g->at) {
        PyErr_NoMemory();
        return false;
    }
    memset(g->at, WALL, cells);
    return true;
}

// Boards hold the same few objects over and over: what an object means is asked once.
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

static void say_where(Py_ssize_t y, Py_ssize_t x) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_Format(type, "board[%zd][%zd] %S", y, x, value ? value : Py_None);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
}

static bool read_row(SquareGrid *g, Cells *cells, PyObject *row, int y) {
    if (!PyList_Check(row)) {
        PyErr_Format(PyExc_TypeError, "board[%d] must be a list", y);
        return false;
    }
    Py_ssize_t width = PyList_Size(row);
    if (width != g->size) {
        PyErr_Format(PyExc_ValueError,
                     "the board must be square: it has %d rows, but board[%d] has %zd squares",
                     g->size, y, width);
        return false;
    }
    uint8_t *to = g->at + grid_index(g, y, 0);
    for (int x = 0; x < g->size; x++)
        if (!read_cell(cells, PyList_GetItem(row, x), to + x)) {
            say_where(y, x);
            return false;
        }
    return true;
}

bool grid_read(SquareGrid *g, PyObject *board, CellParser *parse) {
    if (!PyList_Check(board)) {
        PyErr_SetString(PyExc_TypeError, "the board must be a list of lists");
        return false;
    }
    if (!allocate(g, PyList_Size(board)))
        return false;
    Cells cells = {.parse = parse};
    for (int y = 0; y < g->size; y++)
        if (!read_row(g, &cells, PyList_GetItem(board, y), y)) {
            grid_release(g);
            return false;
        }
    return true;
}

void grid_release(SquareGrid *g) {
    if (g->at != g->near)
        PyMem_Free(g->at);
    g->at = NULL;
}
