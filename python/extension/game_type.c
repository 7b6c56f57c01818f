// pentad.Game: a game that can be played, taken back, copied and compared.
#include "choose_move.h"
#include "game_object.h"

#include "core/notation.h"
#include "player/player.h"

#include <string.h>

static PyObject *new_game(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    (void)args,
        (void)kwargs; // __init__ reads the arguments; this makes sure that every Game has a board
    PyObject *self = object_new(type);
    if (self)
        game_init(game_of(self), &(GameOptions){0});
    return self;
}

static int init_game(PyObject *self, PyObject *args, PyObject *kwargs) {
    static const char *const names[] = {"rules", "size", NULL};
    const char *name = rules_freestyle.name;
    int size = 15;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|sO&:Game", (char **)names, &name, convert_int,
                                     &size))
        return -1;
    Error err = {0};
    const Rules *rules = rules_find(name, &err);
    if (rules && (size < BOARD_MIN || size > BOARD_MAX)) {
        error_set(&err, "board size %d is not between %d and %d", size, BOARD_MIN, BOARD_MAX);
        rules = NULL;
    }
    if (!rules) {
        raise_error(PyExc_ValueError, &err);
        return -1;
    }
    game_init(game_of(self), &(GameOptions){.rules = rules, .size = size});
    return 0;
}

// In an opening "stay", "swap" or "more", as best_move returns it.
static bool parse_answer(const Game *g, const char *text, Point *out) {
    for (*out = POINT_STAY; opening_step(&g->opening) && point_is_answer(*out); ++*out)
        if (!strcmp(text, move_text(*out, g->board.size).text))
            return true;
    return false;
}

// "h8", or column and row from 0 at the top left; or an answer in an opening.
static bool parse_move(const Game *g, PyObject *args, Point *out) {
    int x, y;
    if (PyTuple_Size(args) == 2) {
        if (!PyArg_ParseTuple(args, "O&O&:play", convert_int, &x, convert_int, &y))
            return false;
        if (x < 0 || y < 0 || x >= g->board.size || y >= g->board.size) {
            PyErr_Format(PyExc_ValueError,
                         "(%d, %d) is not on the board: columns and rows go from "
                         "0 to %d",
                         x, y, g->board.size - 1);
            return false;
        }
        *out = point_at(x, y);
        return true;
    }
    const char *text;
    Error err = {0};
    if (!PyArg_ParseTuple(args, "s;play takes a point like 'h8', or a column and a row", &text))
        return false;
    return parse_answer(g, text, out) ||
           point_parse(text, NOTATION_POS, g->board.size, out, &err) ||
           raise_error(PyExc_ValueError, &err);
}

static PyObject *play(PyObject *self, PyObject *args) {
    Game *g = game_of(self);
    Point p;
    if (!parse_move(g, args, &p))
        return NULL;
    PlayResult r = game_play(g, p);
    if (r == PLAY_OK)
        Py_RETURN_NONE;
    PyObject *point = point_to_python(p, g->board.size);
    if (point)
        PyErr_Format(PyExc_ValueError, "%U: %s", point, play_result_text(r));
    Py_XDECREF(point);
    return NULL;
}

static PyObject *undo(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return PyBool_FromLong(game_undo(game_of(self)));
}

static PyObject *redo(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return PyBool_FromLong(game_redo(game_of(self)));
}

static PyObject *resign(PyObject *self, PyObject *ignored) {
    (void)ignored;
    Game *g = game_of(self);
    if (game_result(g).reason != END_NONE) {
        PyErr_SetString(PyExc_ValueError, play_result_text(PLAY_GAME_OVER));
        return NULL;
    }
    game_end(g, END_RESIGN, g->board.turn);
    Py_RETURN_NONE;
}

enum { SECONDS_MAX = 3600 };

static PyObject *best_move(PyObject *self, PyObject *args, PyObject *kwargs) {
    static const char *const names[] = {"seconds", "player", NULL};
    const Game *g = game_of(self);
    int size = g->board.size; // __init__ in another thread can change it meanwhile
    double seconds = 2;
    const char *name = player_strong.name;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|ds:best_move", (char **)names, &seconds,
                                     &name))
        return NULL;
    if (!(seconds >= 0.001 && seconds <= SECONDS_MAX)) { // also rejects NaN
        PyErr_Format(PyExc_ValueError, "seconds must be from 0.001 to %d", SECONDS_MAX);
        return NULL;
    }
    if (game_result(g).reason != END_NONE) {
        PyErr_SetString(PyExc_ValueError, "the game is over: there is no move to make");
        return NULL;
    }
    Point move;
    if (!choose_move(g, name, (int64_t)(seconds * 1000), &move))
        return NULL;
    return point_to_python(move, size);
}

PyObject *game_attributes(PyObject *self) {
    PyObject *attributes = PyObject_GetAttrString(self, "__dict__");
    if (!attributes && PyErr_ExceptionMatches(PyExc_AttributeError))
        PyErr_Clear(); // Game itself has no place for any
    return attributes;
}

// Takes ownership of `attributes`.
static bool set_attributes(PyObject *self, PyObject *attributes) {
    PyObject *own = attributes ? game_attributes(self) : NULL;
    PyObject *done = own ? PyObject_CallMethod(own, "update", "O", attributes) : NULL;
    Py_XDECREF(attributes);
    Py_XDECREF(own);
    Py_XDECREF(done);
    return !PyErr_Occurred();
}

static PyObject *new_twin(PyObject *self) {
    PyObject *twin = object_new(Py_TYPE(self));
    if (twin)
        *game_of(twin) = *game_of(self);
    return twin;
}

static PyObject *copy(PyObject *self, PyObject *ignored) {
    (void)ignored;
    PyObject *twin = new_twin(self);
    if (twin && !set_attributes(twin, game_attributes(self)))
        Py_CLEAR(twin);
    return twin;
}

// The twin is in `memo` before its attributes are copied: they may lead back to the game.
static PyObject *copied_attributes(PyObject *self, PyObject *twin, PyObject *memo) {
    PyObject *attributes = game_attributes(self), *copied = NULL;
    if (!attributes)
        return NULL;
    PyObject *key = PyLong_FromVoidPtr(self);
    PyObject *module = PyImport_ImportModule("copy");
    if (key && module && PyObject_SetItem(memo, key, twin) == 0)
        copied = PyObject_CallMethod(module, "deepcopy", "OO", attributes, memo);
    Py_XDECREF(key);
    Py_XDECREF(module);
    Py_DECREF(attributes);
    return copied;
}

static PyObject *deepcopy(PyObject *self, PyObject *memo) {
    PyObject *twin = new_twin(self);
    if (twin && !set_attributes(twin, copied_attributes(self, twin, memo)))
        Py_CLEAR(twin);
    return twin;
}

static bool have_equal_moves(const Game *a, const Game *b) {
    for (int i = 0; i < a->count; i++)
        if (a->moves[i].point != b->moves[i].point || a->moves[i].color != b->moves[i].color)
            return false;
    return a->count == b->count;
}

// Undone moves and clock times do not count.
static bool are_equal(const Game *a, const Game *b) {
    Result ra = game_result(a), rb = game_result(b);
    return a->board.rules == b->board.rules && a->board.size == b->board.size &&
           a->start.turn == b->start.turn &&
           !memcmp(a->start.at, b->start.at, sizeof a->start.at) && ra.reason == rb.reason &&
           ra.winner == rb.winner && have_equal_moves(a, b);
}

static PyObject *compare(PyObject *a, PyObject *b, int operation) {
    // Not isinstance: an object can fake its __class__.
    bool comparable = PyType_IsSubtype(Py_TYPE(b), Py_TYPE(a));
    if (!comparable || (operation != Py_EQ && operation != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    return PyBool_FromLong(are_equal(game_of(a), game_of(b)) == (operation == Py_EQ));
}

static PyMethodDef methods[] = {
    {"play", play, METH_VARARGS,
     "play(point) or play(x, y)\n\n"
     "Play for the side to move: on a point like 'h8' (rows count from the bottom), or on a\n"
     "column and row counted from 0 at the top left. Where the opening of a record asks for a\n"
     "choice: 'stay', 'swap' or 'more'.\n\n"
     "Raises ValueError, and changes nothing, if the rules do not allow it."},
    {"undo", undo, METH_NOARGS,
     "undo($self, /)\n--\n\n"
     "Undo a resignation or else the last move. Return False if there is neither."},
    {"redo", redo, METH_NOARGS,
     "redo($self, /)\n--\n\n"
     "Replay the move that was undone last. Return False if there is none."},
    {"resign", resign, METH_NOARGS,
     "resign($self, /)\n--\n\n"
     "Resign for the side to move. Raises ValueError if the game is over."},
    {"legal_moves", game_legal_moves, METH_NOARGS,
     "legal_moves($self, /)\n--\n\n"
     "Return the points where the side to move may play, row by row from the top; none once the\n"
     "game is over."},
    {"best_move", WITH_KEYWORDS(best_move),
     "best_move($self, /, seconds=2.0, player='strong')\n--\n\n"
     "Return the point that a player chooses for the side to move; nothing is played.\n\n"
     "The engine thinks at most that many seconds; other Python threads keep running, and Ctrl-C\n"
     "interrupts it. player selects another player: 'random', 'random:7' (with a seed), 'easy',\n"
     "'greedy', 'level:1' to 'level:10'.\n\n"
     "Raises ValueError if the game is over, or there is no such player."},
    {"analyze", WITH_KEYWORDS(game_analyze),
     "analyze($self, /, seconds=2.0, *, lines=1, threads=1, nodes=0, depth=0, moves=None,\n"
     "        net=None, stop=None, on_progress=None)\n--\n\n"
     "Return a pentad.Analysis of the position: the best moves with their values and lines.\n\n"
     "It ends after that many seconds, positions (nodes) or plies (depth), or once the outcome is\n"
     "proved. moves, as 'h8i9' or a list, restricts the first move; net is 'off' or the path of a\n"
     "net. Other Python threads keep running. Ctrl-C interrupts it; a threading.Event as stop "
     "ends\n"
     "it with what was found; so does on_progress, which is called with an Analysis again and\n"
     "again, if it returns a true value.\n\n"
     "Raises ValueError if the game is over or an argument is out of range."},
    {"solve", WITH_KEYWORDS(game_solve),
     "solve($self, /, seconds=10.0)\n--\n\n"
     "Return the result of pentad.solve for the game, as a dict."},
    {"save", WITH_KEYWORDS(game_save),
     "save($self, /, path, format=None)\n--\n\n"
     "Write the game to a file, in the format its ending names (game.sgf, game.psq, game.pos ...)\n"
     "or the one given. An existing file is replaced atomically.\n\n"
     "Raises OSError if it cannot be written, ValueError if the format cannot hold the game."},
    {"copy", copy, METH_NOARGS, "copy($self, /)\n--\n\nReturn a game that is equal and separate."},
    {"__copy__", copy, METH_NOARGS, NULL},
    {"__deepcopy__", deepcopy, METH_O, NULL},
    {"load", WITH_KEYWORDS(game_load) | METH_CLASS,
     "load($type, /, path, format=None)\n--\n\n"
     "Return the game in a file, in the format its ending names or the one given.\n\n"
     "Raises OSError if it cannot be read, ValueError if it holds no game or the format is\n"
     "unknown. Issues a warning for anything that had to be guessed or left out."},
    {"read", WITH_KEYWORDS(game_read) | METH_CLASS,
     "read($type, /, text, format='sgf', game=1, node=-1)\n--\n\n"
     "Return the game in a text (str or bytes), like load; game selects one of several, node a\n"
     "node of its tree, counted from 0 as pentad.tree iterates over them."},
    {"write", WITH_KEYWORDS(game_write),
     "write($self, /, format='sgf')\n--\n\n"
     "Return what save would write: a str, or bytes for a binary format such as 'png'."},
    {"set_up", WITH_KEYWORDS(game_set_up) | METH_CLASS,
     "set_up($type, /, black='', white='', turn='black', rules='freestyle', size=15)\n--\n\n"
     "Return a game that starts from a position. The stones of each side are points, 'h8i9' or a\n"
     "list of str.\n\n"
     "Raises ValueError for a point that is not on the board or taken twice."},
    {"from_position", game_from_position, METH_O | METH_CLASS,
     "from_position($type, text, /)\n--\n\n"
     "Return a game that starts from a position as the property position writes it."},
    {"_repr_svg_", game_svg, METH_NOARGS,
     "_repr_svg_($self, /)\n--\n\nThe board as a picture, for notebooks."},
    {"__reduce__", game_reduce, METH_NOARGS, NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     (char *)"Game(rules='freestyle', size=15)\n--\n\n"
             "A game of five in a row, with its history.\n\n"
             "rules: 'freestyle', 'standard', 'renju', 'caro' ...; size: 2 to 25 lines.\n"
             "Raises ValueError if there is no such rule set or size."},
    {Py_tp_new, new_game},
    {Py_tp_init, init_game},
    {Py_tp_dealloc, object_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, game_views},
    {Py_tp_richcompare, compare},
    {Py_tp_str, game_picture},
    {Py_tp_repr, game_describe},
    {0, NULL},
};

PyType_Spec game_spec = {
    .name = "pentad.Game",
    .basicsize = sizeof(GameObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};
