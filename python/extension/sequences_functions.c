// The C part of pentad.sequences. The course's tests import these functions by name, so names,
// arguments and results are the course's.
#include "course_board.h"
#include "functions.h"

#include "protocol/sequences_game.h"

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
    Stone stone = EMPTY;
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
    *(Stone *)out = stone;
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
                 "(%d, %d) is not a direction; directions are (0, 1), (1, 0), (1, 1) and (1, -1)",
                 d_y, d_x);
    return false;
}

static bool check_square(Grid g, int y, int x) {
    if (grid_has(g, x, y))
        return true;
    PyErr_Format(PyExc_ValueError, "(%d, %d) is not on the %d x %d board", y, x, g.size, g.size);
    return false;
}

static PyObject *is_empty(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", NULL};
    PyObject *list;
    CourseBoard b;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:is_empty", (char **)names, &list) ||
        !course_board_read(&b, list, parse_letter))
        return NULL;
    bool empty = true;
    for (int y = 0; y < b.grid.size; y++)
        for (int x = 0; x < b.grid.size; x++)
            empty &= b.at[grid_index(b.grid, x, y)] == EMPTY;
    course_board_release(&b);
    return PyBool_FromLong(empty);
}

static int step_of(Grid g, int d_y, int d_x) {
    return d_y * g.stride + d_x;
}

// The whole run must be on the board. The length is checked first, so that nothing can overflow.
static bool check_run(Grid g, int y, int x, int length, int d_y, int d_x) {
    if (!check_direction(d_y, d_x) || !check_length(length) || !check_square(g, y, x))
        return false;
    if (length <= g.size && grid_has(g, x - (length - 1) * d_x, y - (length - 1) * d_y))
        return true;
    PyErr_Format(PyExc_ValueError, "a run of %d that ends at (%d, %d) begins outside the board",
                 length, y, x);
    return false;
}

static PyObject *is_bounded(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", "y_end", "x_end", "length", "d_y", "d_x", NULL};
    static const char *const words[] = {
        [CLOSED] = "CLOSED", [SEMI_OPEN] = "SEMIOPEN", [OPEN] = "OPEN"};
    PyObject *list;
    int y, x, length, d_y, d_x;
    CourseBoard b;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO&O&O&O&O&:is_bounded", (char **)names, &list,
                                     convert_int, &y, convert_int, &x, convert_int, &length,
                                     convert_int, &d_y, convert_int, &d_x) ||
        !course_board_read(&b, list, parse_letter))
        return NULL;
    PyObject *result = NULL;
    if (check_run(b.grid, y, x, length, d_y, d_x)) {
        int end = grid_index(b.grid, x, y);
        Bound bound = grid_run_bound(b.grid, end, length, step_of(b.grid, d_y, d_x));
        result = PyUnicode_FromString(words[bound]);
    }
    course_board_release(&b);
    return result;
}

static PyObject *count_pair(SequenceCount count) {
    return Py_BuildValue("(ii)", count.runs[OPEN], count.runs[SEMI_OPEN]);
}

static PyObject *detect_row(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board",  "col", "y_start", "x_start",
                                        "length", "d_y", "d_x",     NULL};
    PyObject *list;
    Stone color;
    int y, x, length, d_y, d_x;
    CourseBoard b;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO&O&O&O&O&O&:detect_row", (char **)names,
                                     &list, convert_color, &color, convert_int, &y, convert_int, &x,
                                     convert_int, &length, convert_int, &d_y, convert_int, &d_x) ||
        !course_board_read(&b, list, parse_letter))
        return NULL;
    PyObject *result = NULL;
    if (check_direction(d_y, d_x) && check_length(length) && check_square(b.grid, y, x))
        result = count_pair(grid_count_line(b.grid, color, length, grid_index(b.grid, x, y),
                                            step_of(b.grid, d_y, d_x)));
    course_board_release(&b);
    return result;
}

static PyObject *detect_rows(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", "col", "length", NULL};
    PyObject *list;
    Stone color;
    int length;
    CourseBoard b;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO&O&:detect_rows", (char **)names, &list,
                                     convert_color, &color, convert_int, &length) ||
        !check_length(length) || !course_board_read(&b, list, parse_letter))
        return NULL;
    PyObject *result = count_pair(grid_count(b.grid, color, length));
    course_board_release(&b);
    return result;
}

static PyObject *score(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", NULL};
    PyObject *list;
    CourseBoard b;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:score", (char **)names, &list) ||
        !course_board_read(&b, list, parse_letter))
        return NULL;
    PyObject *result = PyLong_FromLongLong(grid_score(b.grid, BLACK));
    course_board_release(&b);
    return result;
}

typedef struct {
    int y, x; // -1 on a full board
} Square;

// The empty square where a black stone scores highest, the first of several. Checks for signals,
// because a large board takes long; false if a handler raised an exception.
static bool find_best(CourseBoard *b, Square *best) {
    int64_t best_score = 0;
    *best = (Square){-1, -1};
    for (int y = 0; y < b->grid.size; y++)
        for (int x = 0; x < b->grid.size; x++) {
            uint8_t *at = b->at + grid_index(b->grid, x, y);
            if (*at != EMPTY)
                continue;
            if (PyErr_CheckSignals() != 0)
                return false;
            *at = BLACK;
            int64_t score = grid_score(b->grid, BLACK);
            *at = EMPTY;
            if (best->y < 0 || score > best_score) {
                *best = (Square){y, x};
                best_score = score;
            }
        }
    return true;
}

static PyObject *square_pair(Square s) {
    return s.y < 0 ? Py_BuildValue("(OO)", Py_None, Py_None) : Py_BuildValue("(ii)", s.y, s.x);
}

static PyObject *search_max(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", NULL};
    PyObject *list;
    CourseBoard b;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:search_max", (char **)names, &list) ||
        !course_board_read(&b, list, parse_letter))
        return NULL;
    Square best;
    PyObject *result = find_best(&b, &best) ? square_pair(best) : NULL;
    course_board_release(&b);
    return result;
}

static PyObject *is_win(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", NULL};
    PyObject *list;
    CourseBoard b;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:is_win", (char **)names, &list) ||
        !course_board_read(&b, list, parse_letter))
        return NULL;
    PyObject *result = PyUnicode_FromString(sequences_state_text(grid_state(b.grid)));
    course_board_release(&b);
    return result;
}

// Ours, not the course's: for the functions written in Python.
static PyObject *board_size(PyObject *self, PyObject *list) {
    (void)self;
    CourseBoard b;
    if (!course_board_read(&b, list, parse_letter))
        return NULL;
    int size = b.grid.size;
    course_board_release(&b);
    return PyLong_FromLong(size);
}

#define BOARD                                                                                      \
    "board: a list of n lists of n str, each ' ', 'b' or 'w'; board[y][x], row 0 at the top. It\n" \
    "is not changed.\n"

#define DIRECTION "d_y, d_x: the direction, (0, 1), (1, 0), (1, 1) or (1, -1).\n"

#define ERRORS                                                                                     \
    "\nRaises TypeError if the board is not a list of lists of str or another argument has the\n"  \
    "wrong type, and ValueError if the board is not square or a value is invalid."

PyMethodDef sequences_functions[] = {
    {"is_empty", WITH_KEYWORDS(is_empty),
     "is_empty($module, /, board)\n--\n\n"
     "Return True if there is no stone on the board, else False.\n\n" BOARD ERRORS},
    {"is_bounded", WITH_KEYWORDS(is_bounded),
     "is_bounded($module, /, board, y_end, x_end, length, d_y, d_x)\n--\n\n"
     "Return 'OPEN', 'SEMIOPEN' or 'CLOSED' for a run of stones.\n\n" BOARD
     "y_end, x_end: the run's last square in its direction.\n"
     "length: how many stones it has. It is taken to be complete and of one colour.\n" DIRECTION
     "\nAn end is free if the square beyond it is on the board and empty. Two free ends are\n"
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
