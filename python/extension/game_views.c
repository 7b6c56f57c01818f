// Read-only properties and text forms of pentad.Game.
#include "game_object.h"

#include "core/notation.h"
#include "core/position_text.h"
#include "player/moves.h"
#include "record/picture.h"

static bool is_over(const Game *g) {
    return game_result(g).reason != END_NONE;
}

static PyObject *color_to_python(Stone color) {
    if (color == EMPTY)
        Py_RETURN_NONE;
    return PyUnicode_FromString(color == BLACK ? "black" : "white");
}

PyObject *point_to_python(Point p, int size) {
    static const char *const words[] = {
        [POINT_NONE] = "none", [POINT_PASS] = "pass", [POINT_STAY] = "stay",
        [POINT_SWAP] = "swap", [POINT_MORE] = "more",
    };
    if (p <= POINT_MORE)
        return PyUnicode_FromString(words[p]);
    Str text = {0};
    point_format(p, NOTATION_POS, size, &text);
    PyObject *result = str_to_python(&text);
    str_release(&text);
    return result;
}

// Takes ownership of `item`. Returns NULL, and frees the tuple, if `item` is NULL.
static PyObject *with_item(PyObject *tuple, int i, PyObject *item) {
    if (!item || PyTuple_SetItem(tuple, i, item) < 0)
        Py_CLEAR(tuple);
    return tuple;
}

static PyObject *get_rules(PyObject *self, void *closure) {
    (void)closure;
    return PyUnicode_FromString(game_of(self)->board.rules->name);
}

static PyObject *get_size(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromLong(game_of(self)->board.size);
}

static PyObject *get_moves(PyObject *self, void *closure) {
    (void)closure;
    const Game *g = game_of(self);
    PyObject *moves = PyTuple_New(g->count);
    for (int i = 0; moves && i < g->count; i++)
        moves = with_item(moves, i, point_to_python(g->moves[i].point, g->board.size));
    return moves;
}

static PyObject *get_turn(PyObject *self, void *closure) {
    (void)closure;
    const Game *g = game_of(self);
    return color_to_python(is_over(g) ? EMPTY : (Stone)g->board.turn);
}

static PyObject *get_winner(PyObject *self, void *closure) {
    (void)closure;
    return color_to_python(game_result(game_of(self)).winner);
}

static PyObject *get_is_over(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(is_over(game_of(self)));
}

static PyObject *get_result(PyObject *self, void *closure) {
    (void)closure;
    Str text = {0};
    result_format(game_result(game_of(self)), &text);
    PyObject *result = str_to_python(&text);
    str_release(&text);
    return result;
}

static PyObject *row_to_python(const Board *b, int y) {
    static const char signs[] = {[EMPTY] = '.', [BLACK] = 'X', [WHITE] = 'O'};
    char row[BOARD_MAX];
    for (int x = 0; x < b->size; x++)
        row[x] = signs[b->at[point_at(x, y)]];
    return PyUnicode_FromStringAndSize(row, b->size);
}

static PyObject *get_board(PyObject *self, void *closure) {
    (void)closure;
    const Board *b = &game_of(self)->board;
    PyObject *rows = PyTuple_New(b->size);
    for (int y = 0; rows && y < b->size; y++)
        rows = with_item(rows, y, row_to_python(b, y));
    return rows;
}

static PyObject *get_position(PyObject *self, void *closure) {
    (void)closure;
    Str text = {0};
    position_text_format(&game_of(self)->board, &text);
    PyObject *result = str_to_python(&text);
    str_release(&text);
    return result;
}

PyGetSetDef game_views[] = {
    {"rules", get_rules, NULL, "The name of the rule set.", NULL},
    {"size", get_size, NULL, "How many lines the board has each way.", NULL},
    {"moves", get_moves, NULL, "The moves made so far, a tuple of points like 'h8'.", NULL},
    {"turn", get_turn, NULL, "'black' or 'white', who is to move; None once the game is over.",
     NULL},
    {"winner", get_winner, NULL, "'black' or 'white'; None in a draw or while the game goes on.",
     NULL},
    {"result", get_result, NULL, "How the game ended, in words, or 'not over'.", NULL},
    {"is_over", get_is_over, NULL, "True once the game is won, drawn or resigned.", NULL},
    {"position", get_position, NULL,
     "Rules, size, side to move and stones in a line: 'renju 15 black j9h8 i9'.", NULL},
    {"board", get_board, NULL,
     "The rows from the top, a tuple of str: 'X' is black, 'O' white, '.' empty.", NULL},
    {0},
};

PyObject *game_legal_moves(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const Game *g = game_of(self);
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = is_over(g) ? 0 : moves_legal(g, legal);
    PyObject *moves = PyList_New(n);
    for (int i = 0; moves && i < n; i++) {
        PyObject *move = point_to_python(legal[i], g->board.size);
        if (!move || PyList_SetItem(moves, i, move) < 0)
            Py_CLEAR(moves);
    }
    return moves;
}

PyObject *game_picture(PyObject *self) {
    const Game *g = game_of(self);
    Str text = {0};
    picture_format(&g->board, NOTATION_POS, game_last_stone(g), &text);
    str_cut(&text, text.len - 1); // print adds the newline of the last row
    PyObject *result = str_to_python(&text);
    str_release(&text);
    return result;
}

PyObject *game_describe(PyObject *self) {
    const Game *g = game_of(self);
    Str text = {0};
    str_add(&text, "<Game %s %dx%d, %d move%s, ", g->board.rules->name, g->board.size,
            g->board.size, g->count, g->count == 1 ? "" : "s");
    if (is_over(g))
        result_format(game_result(g), &text);
    else
        str_add(&text, "%s to move", stone_name(g->board.turn));
    str_add_char(&text, '>');
    PyObject *result = str_to_python(&text);
    str_release(&text);
    return result;
}
