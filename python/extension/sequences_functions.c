// What pentad.sequences computes. The course's tests import these by name, so names, results and
// argument names are the course's.
#include "functions.h"
#include "runs.h"

#include "core/stone.h"

static bool parse_letter(PyObject *cell, uint8_t *stone) {
    if (!PyUnicode_Check(cell)) {
        PyErr_SetString(PyExc_TypeError, "must be a str");
        return false;
    }
    Py_UCS4 letter = PyUnicode_GetLength(cell) == 1 ? PyUnicode_ReadChar(cell, 0) : 0;
    if (letter != ' ' && letter != 'b' && letter != 'w') {
        PyErr_Format(PyExc_ValueError, "is %R; it must be ' ', 'b' or 'w'", cell);
        return false;
    }
    *stone = letter == ' ' ? EMPTY : letter == 'b' ? BLACK : WHITE;
    return true;
}

static int convert_color(PyObject *object, void *out) {
    uint8_t stone = EMPTY;
    if (!PyUnicode_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "col must be a str");
        return 0;
    }
    if (PyUnicode_CompareWithASCIIString(object, "b") == 0)
        stone = BLACK;
    else if (PyUnicode_CompareWithASCIIString(object, "w") == 0)
        stone = WHITE;
    if (stone == EMPTY) {
        PyErr_Format(PyExc_ValueError, "col is %R; it must be 'b' or 'w'", object);
        return 0;
    }
    *(int *)out = stone;
    return 1;
}

static bool check_length(int length) {
    if (length >= 1)
        return true;
    PyErr_Format(PyExc_ValueError, "length is %d; a run has at least 1 stone", length);
    return false;
}

static bool check_direction(int d_y, int d_x) {
    if (d_y >= -1 && d_y <= 1 && d_x >= -1 && d_x <= 1 && (d_y || d_x))
        return true;
    PyErr_Format(PyExc_ValueError,
                 "(%d, %d) is no direction; they are (0, 1), (1, 0), (1, 1) and (1, -1)", d_y, d_x);
    return false;
}

static bool check_square(const SquareGrid *g, int y, int x) {
    if (grid_has(g, y, x))
        return true;
    PyErr_Format(PyExc_ValueError, "(%d, %d) is not on the %d x %d board", y, x, g->size, g->size);
    return false;
}

static PyObject *is_empty(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", NULL};
    PyObject *board;
    SquareGrid g;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:is_empty", (char **)names, &board) ||
        !grid_read(&g, board, parse_letter))
        return NULL;
    bool empty = true;
    for (int y = 0; y < g.size; y++)
        for (int x = 0; x < g.size; x++)
            empty &= g.at[grid_index(&g, y, x)] == EMPTY;
    grid_release(&g);
    return PyBool_FromLong(empty);
}

// The whole run must be on the board; length is compared first, so that nothing can overflow.
static bool check_run(const SquareGrid *g, int y, int x, int length, int d_y, int d_x) {
    if (!check_direction(d_y, d_x) || !check_length(length) || !check_square(g, y, x))
        return false;
    if (length <= g->size && grid_has(g, y - (length - 1) * d_y, x - (length - 1) * d_x))
        return true;
    PyErr_Format(PyExc_ValueError, "a run of %d that ends at (%d, %d) begins outside the board",
                 length, y, x);
    return false;
}

static PyObject *is_bounded(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", "y_end", "x_end", "length", "d_y", "d_x", NULL};
    static const char *const words[] = {
        [RUN_CLOSED] = "CLOSED", [RUN_SEMI_OPEN] = "SEMIOPEN", [RUN_OPEN] = "OPEN"};
    PyObject *board;
    int y, x, length, d_y, d_x;
    SquareGrid g;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO&O&O&O&O&:is_bounded", (char **)names, &board,
                                     convert_int, &y, convert_int, &x, convert_int, &length,
                                     convert_int, &d_y, convert_int, &d_x) ||
        !grid_read(&g, board, parse_letter))
        return NULL;
    PyObject *result = NULL;
    if (check_run(&g, y, x, length, d_y, d_x)) {
        int end = grid_index(&g, y, x);
        result = PyUnicode_FromString(words[run_bound(&g, end, length, d_y * g.stride + d_x)]);
    }
    grid_release(&g);
    return result;
}

static PyObject *count_pair(RunCount count) {
    return Py_BuildValue("(ii)", count.bounds[RUN_OPEN], count.bounds[RUN_SEMI_OPEN]);
}

static PyObject *detect_row(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board",  "col", "y_start", "x_start",
                                        "length", "d_y", "d_x",     NULL};
    PyObject *board;
    int color, y, x, length, d_y, d_x;
    SquareGrid g;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO&O&O&O&O&O&:detect_row", (char **)names,
                                     &board, convert_color, &color, convert_int, &y, convert_int,
                                     &x, convert_int, &length, convert_int, &d_y, convert_int,
                                     &d_x) ||
        !grid_read(&g, board, parse_letter))
        return NULL;
    PyObject *result = NULL;
    if (check_direction(d_y, d_x) && check_length(length) && check_square(&g, y, x))
        result =
            count_pair(runs_on_line(&g, color, length, grid_index(&g, y, x), d_y * g.stride + d_x));
    grid_release(&g);
    return result;
}

static PyObject *detect_rows(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", "col", "length", NULL};
    PyObject *board;
    int color, length;
    SquareGrid g;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO&O&:detect_rows", (char **)names, &board,
                                     convert_color, &color, convert_int, &length) ||
        !check_length(length) || !grid_read(&g, board, parse_letter))
        return NULL;
    PyObject *result = count_pair(runs_everywhere(&g, color, length));
    grid_release(&g);
    return result;
}

static PyObject *score(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", NULL};
    PyObject *board;
    SquareGrid g;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:score", (char **)names, &board) ||
        !grid_read(&g, board, parse_letter))
        return NULL;
    PyObject *result = PyLong_FromLongLong(runs_score(&g));
    grid_release(&g);
    return result;
}

static PyObject *square_pair(const SquareGrid *g, int index) {
    if (index < 0)
        return Py_BuildValue("(OO)", Py_None, Py_None);
    return Py_BuildValue("(ii)", index / g->stride - 1, index % g->stride - 1);
}

static PyObject *search_max(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", NULL};
    PyObject *board;
    SquareGrid g;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:search_max", (char **)names, &board) ||
        !grid_read(&g, board, parse_letter))
        return NULL;
    int best;
    PyObject *result = runs_best_square(&g, &best) ? square_pair(&g, best) : NULL;
    grid_release(&g);
    return result;
}

static PyObject *is_win(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", NULL};
    PyObject *board;
    SquareGrid g;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:is_win", (char **)names, &board) ||
        !grid_read(&g, board, parse_letter))
        return NULL;
    PyObject *result = PyUnicode_FromString(runs_verdict(&g));
    grid_release(&g);
    return result;
}

// Not the course's: for the functions written in Python.
static PyObject *board_size(PyObject *self, PyObject *board) {
    (void)self;
    SquareGrid g;
    if (!grid_read(&g, board, parse_letter))
        return NULL;
    int size = g.size;
    grid_release(&g);
    return PyLong_FromLong(size);
}

#define BOARD                                                                                      \
    "board: a list of n lists of n str, each ' ', 'b' or 'w'; board[y][x], row 0 at the top. It\n" \
    "is not changed.\n"

#define DIRECTION "d_y, d_x: the direction, (0, 1), (1, 0), (1, 1) or (1, -1).\n"

#define ERRORS                                                                                     \
    "\nRaises TypeError if the board is not a list of lists of str or another argument has the\n"  \
    "wrong type, and ValueError if the board is not square or a value cannot be."

PyMethodDef sequences_functions[] = {
    {"is_empty", WITH_KEYWORDS(is_empty),
     "is_empty($module, /, board)\n--\n\n"
     "Return True if there is no stone on the board, else False.\n\n" BOARD ERRORS},
    {"is_bounded", WITH_KEYWORDS(is_bounded),
     "is_bounded($module, /, board, y_end, x_end, length, d_y, d_x)\n--\n\n"
     "Return 'OPEN', 'SEMIOPEN' or 'CLOSED' for a run of stones.\n\n" BOARD
     "y_end, x_end: the run's last square in its direction.\n"
     "length: how many stones it has. It is taken to be complete and of one colour.\n" DIRECTION
     "\nAn end is free if the square behind it is on the board and empty. Two free ends are\n"
     "OPEN, one is SEMIOPEN, none is CLOSED.\n" ERRORS},
    {"detect_row", WITH_KEYWORDS(detect_row),
     "detect_row($module, /, board, col, y_start, x_start, length, d_y, d_x)\n--\n\n"
     "Return (open, semi-open): how many complete runs of one line have length stones.\n\n" BOARD
     "col: the colour of the runs, 'b' or 'w'.\n"
     "y_start, x_start: where the line begins, on the edge of the board.\n"
     "length: how many stones a run has. A part of a longer run does not count.\n" DIRECTION
         ERRORS},
    {"detect_rows", WITH_KEYWORDS(detect_rows),
     "detect_rows($module, /, board, col, length)\n--\n\n"
     "Return (open, semi-open): how many complete runs on the board have length stones.\n\n" BOARD
     "col: the colour of the runs, 'b' or 'w'.\n"
     "length: how many stones a run has. A part of a longer run does not count.\n" ERRORS},
    {"score", WITH_KEYWORDS(score),
     "score($module, /, board)\n--\n\n"
     "Return the course's score of the board, an int, where Black has just moved.\n\n" BOARD
     "\n100000 if Black has an open or semi-open five, else -100000 if White has one, else the\n"
     "weighted sum of the open and semi-open runs of 2, 3 and 4.\n" ERRORS},
    {"search_max", WITH_KEYWORDS(search_max),
     "search_max($module, /, board)\n--\n\n"
     "Return (y, x), the empty square where a black stone makes score(board) largest.\n\n" BOARD
     "\nOf several such squares it is the first, row by row from the top. On a full board it\n"
     "is (None, None).\n" ERRORS},
    {"is_win", WITH_KEYWORDS(is_win),
     "is_win($module, /, board)\n--\n\n"
     "Return 'Black won', 'White won', 'Draw' or 'Continue playing'.\n\n" BOARD
     "\nA run of exactly five wins, whether its ends are free or not; six or more do not. It is\n"
     "a draw when the board is full and nobody has won.\n" ERRORS},
    {"board_size", board_size, METH_O,
     "board_size($module, board, /)\n--\n\n"
     "Return n of an n x n board.\n\n" BOARD ERRORS},
    {0},
};
