// The C part of pentad.classroom: 8 x 8 boards of 0, 1 and 2, which are EMPTY, BLACK and WHITE.
#include "choose_move.h"
#include "course_board.h"
#include "functions.h"

#include "player/moves.h"
#include "player/player.h"
#include "record/format.h"

enum { THINKING_MS = 1500 }; // the course allows 5 seconds

static bool parse_number(PyObject *cell, uint8_t *stone) {
    if (!PyLong_Check(cell)) {
        PyErr_SetString(PyExc_TypeError, "must be an int");
        return false;
    }
    int overflow;
    long value = PyLong_AsLongAndOverflow(cell, &overflow);
    if (overflow || value < EMPTY || value > WHITE) {
        PyErr_Format(PyExc_ValueError, "is %R; it must be 0, 1 or 2", cell);
        return false;
    }
    *stone = (uint8_t)value;
    return true;
}

static bool read_board(PyObject *object, Board *out) {
    CourseBoard from;
    if (!course_board_read(&from, object, parse_number))
        return false;
    bool fits = from.grid.size == CLASSROOM_SIZE;
    if (!fits)
        PyErr_Format(PyExc_ValueError, "the board has %d rows; it must have %d", from.grid.size,
                     CLASSROOM_SIZE);
    board_init(out, &rules_freestyle, CLASSROOM_SIZE);
    for (int y = 0; fits && y < CLASSROOM_SIZE; y++)
        for (int x = 0; x < CLASSROOM_SIZE; x++) {
            Stone stone = from.at[grid_index(from.grid, x, y)];
            if (stone != EMPTY)
                board_place(out, stone, point_at(x, y));
        }
    course_board_release(&from);
    return fits;
}

// The board, with player `who` to move.
static bool read_position(PyObject *args, PyObject *kwargs, const char *format, Board *out) {
    static const char *const names[] = {"board", "who", NULL};
    PyObject *board;
    int who;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, format, (char **)names, &board, convert_int,
                                     &who) ||
        !read_board(board, out))
        return false;
    if (who != BLACK && who != WHITE) {
        PyErr_Format(PyExc_ValueError, "who is %d; it must be 1 or 2", who);
        return false;
    }
    out->turn = (uint8_t)who;
    return true;
}

static PyObject *move_tuple(Point p) {
    return Py_BuildValue("(ii)", point_y(p), point_x(p));
}

static PyObject *get_valid_moves(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    static const char *const names[] = {"board", NULL};
    PyObject *object;
    Board b;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:getValidMoves", (char **)names, &object) ||
        !read_board(object, &b))
        return NULL;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(&b, empty);
    PyObject *moves = PyList_New(n);
    for (int i = 0; moves && i < n; i++) {
        PyObject *move = move_tuple(empty[i]);
        if (!move || PyList_SetItem(moves, i, move) < 0)
            Py_CLEAR(moves);
    }
    return moves;
}

static PyObject *has_won(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    Board b;
    if (!read_position(args, kwargs, "OO&:hasWon", &b))
        return NULL;
    Point line[BOARD_MAX];
    return PyBool_FromLong(board_winning_line(&b, b.turn, line) > 0);
}

// The rule of the easy player, but it also works on a board that already has a five.
static Point easy_move(const Board *b) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    Point p = moves_first_win(b, b->turn, empty, n);
    if (p == POINT_NONE)
        p = moves_first_win(b, stone_other(b->turn), empty, n);
    return p == POINT_NONE ? empty[0] : p;
}

static bool check_not_full(const Board *b) {
    if (!board_is_full(b))
        return true;
    PyErr_SetString(PyExc_ValueError, "the board is full: there is no move to suggest");
    return false;
}

static PyObject *suggest_move1(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    Board b;
    if (!read_position(args, kwargs, "OO&:suggestMove1", &b) || !check_not_full(&b))
        return NULL;
    return move_tuple(easy_move(&b));
}

static PyObject *suggest_move2(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    Board b;
    if (!read_position(args, kwargs, "OO&:suggestMove2", &b) || !check_not_full(&b))
        return NULL;
    if (b.winner != EMPTY) // the engine needs an unfinished game
        return move_tuple(easy_move(&b));
    Game g;
    game_init(&g, &(GameOptions){.rules = &rules_freestyle, .size = CLASSROOM_SIZE});
    game_start_from(&g, &b);
    Point move;
    return choose_move(&g, player_strong.name, THINKING_MS, &move) ? move_tuple(move) : NULL;
}

static PyObject *rows_of(const Board *b) {
    PyObject *rows = PyList_New(CLASSROOM_SIZE);
    for (int y = 0; rows && y < CLASSROOM_SIZE; y++) {
        const uint8_t *at = b->at + point_at(0, y);
        PyObject *row =
            Py_BuildValue("[iiiiiiii]", at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]);
        if (!row || PyList_SetItem(rows, y, row) < 0)
            Py_CLEAR(rows);
    }
    return rows;
}

// Ours, not the course's: loadGame without opening the file.
static PyObject *parse_game(PyObject *self, PyObject *bytes) {
    (void)self;
    char *text;
    Py_ssize_t len;
    ClassroomGame game;
    Error err = {0};
    if (PyBytes_AsStringAndSize(bytes, &text, &len) < 0)
        return NULL;
    if (!classroom_parse(text, (size_t)len, NULL, &game, &err)) {
        raise_error(PyExc_ValueError, &err);
        return NULL;
    }
    PyObject *dict = Py_BuildValue("{s:N,s:N,s:i,s:N}", "player1", str_to_python(&game.names[0]),
                                   "player2", str_to_python(&game.names[1]), "who", game.board.turn,
                                   "board", rows_of(&game.board));
    classroom_release(&game);
    return dict;
}

// Ours, not the course's: raises TypeError or ValueError for an invalid board, for the Python code.
static PyObject *check_classroom_board(PyObject *self, PyObject *object) {
    (void)self;
    Board b;
    if (!read_board(object, &b))
        return NULL;
    Py_RETURN_NONE;
}

#define BOARD                                                                                      \
    "board: a list of eight lists of eight ints, 0 for an empty position, 1 or 2 for a piece of\n" \
    "that player; board[r][c], row 0 at the top. It is not changed.\n"

#define WHO "who: 1 or 2, the player to move.\n"

#define ERRORS                                                                                     \
    "\nRaises TypeError if an argument has the wrong type, and ValueError if the board is not\n"   \
    "8 x 8 or a number is not one of those above"

PyMethodDef classroom_functions[] = {
    {"getValidMoves", WITH_KEYWORDS(get_valid_moves),
     "getValidMoves($module, /, board)\n--\n\n"
     "Return the valid moves: a list of tuples (r, c), one for each empty position.\n\n" BOARD
     "\nThey are in order, row by row; the list is empty if the board is full.\n" ERRORS "."},
    {"hasWon", WITH_KEYWORDS(has_won),
     "hasWon($module, /, board, who)\n--\n\n"
     "Return True if a player has five adjacent positions in a line, else False.\n\n" BOARD
     "who: 1 or 2, the player.\n"
     "\nA line of six or more contains five.\n" ERRORS "."},
    {"suggestMove1", WITH_KEYWORDS(suggest_move1),
     "suggestMove1($module, /, board, who)\n--\n\n"
     "Return a move, a tuple (r, c): one that wins at once, else one that keeps the other\n"
     "player from winning at once, else the first valid one.\n\n" BOARD WHO ERRORS
     ", or the board is full."},
    {"suggestMove2", WITH_KEYWORDS(suggest_move2),
     "suggestMove2($module, /, board, who)\n--\n\n"
     "Return a good move, a tuple (r, c), that the engine finds in less than 5 seconds.\n"
     "\n" BOARD WHO "\nOther Python threads run meanwhile.\n" ERRORS ", or the board is full."},
    {"parse_game", parse_game, METH_O,
     "parse_game($module, text, /)\n--\n\n"
     "Return the game dictionary that the bytes of a game file describe, or raise ValueError."},
    {"check_classroom_board", check_classroom_board, METH_O,
     "check_classroom_board($module, board, /)\n--\n\n"
     "Raise TypeError or ValueError if this is not a board of the classroom game."},
    {0},
};
