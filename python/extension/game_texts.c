// Games as text: read and write in any format, set-up positions, pickling, and the tree of a
// record.
#include "functions.h"
#include "game_object.h"

#include "core/notation.h"
#include "core/position_text.h"
#include "record/format.h"
#include "record/game_in_tree.h"
#include "record/sgf.h"

#include <string.h>

// ---- Reading

typedef struct {
    PyObject *bytes; // owned
    const Format *format;
    int game; // from 1
    int node; // in preorder; -1: the end of the main line
} ReadArgs;

static bool parse_read(PyObject *args, PyObject *kwargs, const char *types, ReadArgs *out) {
    static const char *const names[] = {"text", "format", "game", "node", NULL};
    const char *name = format_sgf.name;
    PyObject *text;
    *out = (ReadArgs){.game = 1, .node = -1};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, types, (char **)names, &text, &name, convert_int,
                                     &out->game, convert_int, &out->node))
        return false;
    Error err = {0};
    out->format = format_find(name, &err);
    if (out->format && !out->format->read)
        error_set(&err, "format %s can be written but not read", out->format->name);
    else if (out->format && out->game < 1)
        error_set(&err, "games are counted from 1");
    else if (out->format && out->node < -1)
        error_set(&err, "nodes are counted from 0");
    if (*err.text)
        return raise_error(PyExc_ValueError, &err);
    if (PyBytes_Check(text)) {
        Py_INCREF(text);
        out->bytes = text;
    } else if (PyUnicode_Check(text)) {
        out->bytes = text_bytes(text);
    } else {
        PyErr_SetString(PyExc_TypeError, "expected a str or bytes");
    }
    return out->bytes;
}

// NULL with an exception set. A format with one game per file has only the first.
static Record *read_record(const ReadArgs *from) {
    Error err = {0};
    Record *r = NULL;
    if (from->game == 1 || from->format->keeps_tree)
        r = from->format->read(PyBytes_AsString(from->bytes), (size_t)PyBytes_Size(from->bytes),
                               &(ReadOptions){.game = from->game}, &err);
    else
        error_set(&err, "there is no game %d: format %s has one", from->game, from->format->name);
    if (!r)
        raise_error(PyExc_ValueError, &err);
    return r;
}

// The next node in preorder, and its depth; NULL after the last.
static Node *next_node(Node *node, int *depth) {
    if (node->child) {
        ++*depth;
        return node->child;
    }
    for (; node && !node->next; --*depth)
        node = node->parent;
    return node ? node->next : NULL;
}

static Node *find_node(const Record *r, int index) {
    Node *node = r->root;
    for (int i = 0, depth = 0; node && i < index; i++)
        node = next_node(node, &depth);
    return node;
}

// The game up to a node; -1: the end of the main line. Frees the record.
static PyObject *game_from_record(PyObject *type, Record *r, int node) {
    PyObject *self = warn_of_notes(&r->notes) ? object_new((PyTypeObject *)type) : NULL;
    if (self) {
        Error err = {0};
        const Node *end = node < 0 ? record_last(r) : find_node(r, node);
        if (!end)
            error_set(&err, "there is no node %d", node);
        if (!end || !record_replay(r, end, game_of(self), &err)) {
            raise_error(PyExc_ValueError, &err);
            Py_CLEAR(self);
        }
    }
    record_free(r);
    return self;
}

PyObject *game_read(PyObject *type, PyObject *args, PyObject *kwargs) {
    ReadArgs from;
    if (!parse_read(args, kwargs, "O|sO&O&:read", &from))
        return NULL;
    Record *r = read_record(&from);
    PyObject *self = r ? game_from_record(type, r, from.node) : NULL;
    Py_DECREF(from.bytes);
    return self;
}

// ---- The games of a file, one after the other

static const char reader_name[] = "pentad.games"; // no other capsule is taken for one

static void close_games(PyObject *capsule) {
    sgf_games_close(PyCapsule_GetPointer(capsule, reader_name));
}

static PyObject *open_games(PyObject *self, PyObject *bytes) {
    (void)self;
    char *text;
    Py_ssize_t len;
    Error err = {0};
    if (PyBytes_AsStringAndSize(bytes, &text, &len) < 0)
        return NULL;
    SgfGames *games = sgf_games_open(text, (size_t)len, &err);
    if (games)
        return PyCapsule_New(games, reader_name, close_games);
    raise_error(PyExc_ValueError, &err);
    return NULL;
}

// None after the last.
static PyObject *next_game(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *type, *capsule;
    if (!PyArg_ParseTuple(args, "OO:next_game", &type, &capsule))
        return NULL;
    SgfGames *games = PyCapsule_GetPointer(capsule, reader_name);
    if (!games)
        return NULL;
    Error err = {0};
    Record *r = sgf_games_next(games, &err);
    if (r)
        return game_from_record(type, r, -1);
    if (!*err.text)
        Py_RETURN_NONE;
    raise_error(PyExc_ValueError, &err);
    return NULL;
}

// ---- Writing

static PyObject *write_as(const Game *g, const Format *format) {
    Error err = {0};
    Str text = {0};
    Record *r = record_from_game(g);
    PyObject *result = NULL;
    if (!format->write(r, &(WriteOptions){.notation = NOTATION_POS}, &text, &err))
        raise_error(PyExc_ValueError, &err);
    else if (format->is_binary)
        result = PyBytes_FromStringAndSize(str_text(&text), (Py_ssize_t)text.len);
    else
        result = str_to_python(&text);
    record_free(r);
    str_release(&text);
    return result;
}

PyObject *game_write(PyObject *self, PyObject *args, PyObject *kwargs) {
    static const char *const names[] = {"format", NULL};
    const char *name = format_sgf.name;
    Error err = {0};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|s:write", (char **)names, &name))
        return NULL;
    const Format *format = format_find(name, &err);
    if (format)
        return write_as(game_of(self), format);
    raise_error(PyExc_ValueError, &err);
    return NULL;
}

PyObject *game_svg(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return write_as(game_of(self), &format_svg);
}

// As SGF, so that a pickle of this version can be read by the next.
PyObject *game_reduce(PyObject *self, PyObject *ignored) {
    (void)ignored;
    PyObject *read = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "read");
    PyObject *text = read ? write_as(game_of(self), &format_sgf) : NULL;
    PyObject *attributes = text ? game_attributes(self) : NULL;
    if (attributes)
        return Py_BuildValue("N(N)N", read, text, attributes);
    if (text && !PyErr_Occurred())
        return Py_BuildValue("N(N)", read, text);
    Py_XDECREF(read);
    Py_XDECREF(text);
    return NULL;
}

// ---- Positions

PyObject *points_bytes(PyObject *points) {
    if (PyUnicode_Check(points))
        return word_bytes(points);
    PyObject *nothing = PyUnicode_FromString("");
    PyObject *text = nothing ? PyUnicode_Join(nothing, points) : NULL;
    PyObject *bytes = text ? word_bytes(text) : NULL;
    Py_XDECREF(nothing);
    Py_XDECREF(text);
    return bytes;
}

static PyObject *game_of_spec(PyObject *type, const PositionSpec *spec) {
    Game g;
    Error err = {0};
    if (!position_spec_play(spec, &g, &err)) {
        raise_error(PyExc_ValueError, &err);
        return NULL;
    }
    PyObject *self = object_new((PyTypeObject *)type);
    if (self) {
        game_init(game_of(self), &(GameOptions){.rules = g.board.rules, .size = g.board.size});
        game_start_from(game_of(self), &g.board);
    }
    return self;
}

PyObject *game_set_up(PyObject *type, PyObject *args, PyObject *kwargs) {
    static const char *const names[] = {"black", "white", "turn", "rules", "size", NULL};
    PositionSpec spec = {
        .turn = "black", .rules = rules_freestyle.name, .size = 15, .size_min = BOARD_MIN};
    PyObject *black = NULL, *white = NULL, *self = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OOssO&:set_up", (char **)names, &black, &white,
                                     &spec.turn, &spec.rules, convert_int, &spec.size))
        return NULL;
    if (spec.size < BOARD_MIN || spec.size > BOARD_MAX) {
        PyErr_Format(PyExc_ValueError, "board size %d is not between %d and %d", spec.size,
                     BOARD_MIN, BOARD_MAX);
        return NULL;
    }
    PyObject *sides[2] = {NULL, NULL};
    bool ok = (!black || (sides[0] = points_bytes(black))) &&
              (!white || (sides[1] = points_bytes(white)));
    if (ok) {
        spec.black = sides[0] ? PyBytes_AsString(sides[0]) : NULL;
        spec.white = sides[1] ? PyBytes_AsString(sides[1]) : NULL;
        self = game_of_spec(type, &spec);
    }
    Py_XDECREF(sides[0]);
    Py_XDECREF(sides[1]);
    return self;
}

PyObject *game_from_position(PyObject *type, PyObject *text) {
    PyObject *bytes = word_bytes(text), *self = NULL;
    Board b;
    Error err = {0};
    if (!bytes)
        return NULL;
    if (!position_text_parse(PyBytes_AsString(bytes), &b, &err))
        raise_error(PyExc_ValueError, &err);
    else if ((self = object_new((PyTypeObject *)type))) {
        game_init(game_of(self), &(GameOptions){.rules = b.rules, .size = b.size});
        game_start_from(game_of(self), &b);
    }
    Py_DECREF(bytes);
    return self;
}

// ---- Trees

static PyObject *values_to_python(const Property *p) {
    PyObject *values = PyList_New(0);
    for (const Value *v = p->values; values && v; v = v->next) {
        PyObject *text = PyUnicode_DecodeUTF8(v->text, (Py_ssize_t)strlen(v->text), "replace");
        if (!text || PyList_Append(values, text) < 0)
            Py_CLEAR(values);
        Py_XDECREF(text);
    }
    return values;
}

static PyObject *properties_to_python(const Node *node) {
    PyObject *properties = PyDict_New();
    for (const Property *p = node->properties; properties && p; p = p->next) {
        PyObject *values = values_to_python(p);
        if (!values || PyDict_SetItemString(properties, p->id, values) < 0)
            Py_CLEAR(properties);
        Py_XDECREF(values);
    }
    return properties;
}

// (depth, color, move, properties); color and move are None without a move.
static PyObject *node_to_python(const Record *r, const Node *node, int depth) {
    PyObject *properties = properties_to_python(node);
    if (!properties)
        return NULL;
    if (node->point == POINT_NONE)
        return Py_BuildValue("izzN", depth, NULL, NULL, properties);
    PyObject *move = point_to_python(node->point, r->size);
    if (!move) {
        Py_DECREF(properties);
        return NULL;
    }
    return Py_BuildValue("isNN", depth, node->color == BLACK ? "black" : "white", move, properties);
}

static PyObject *read_tree(PyObject *self, PyObject *args, PyObject *kwargs) {
    (void)self;
    ReadArgs from;
    if (!parse_read(args, kwargs, "O|sO&O&:read_tree", &from))
        return NULL;
    Record *r = read_record(&from);
    PyObject *nodes = r ? PyList_New(0) : NULL;
    int depth = 0;
    for (Node *node = r ? r->root : NULL; nodes && node; node = next_node(node, &depth)) {
        PyObject *item = node_to_python(r, node, depth);
        if (!item || PyList_Append(nodes, item) < 0)
            Py_CLEAR(nodes);
        Py_XDECREF(item);
    }
    int games = r && r->games > 1 ? r->games : 1;
    record_free(r);
    Py_DECREF(from.bytes);
    return nodes ? Py_BuildValue("iN", games, nodes) : NULL;
}

// The format of a file name, as load finds it.
static PyObject *format_of(PyObject *self, PyObject *path) {
    (void)self;
    PyObject *bytes = NULL;
    Error err = {0};
    if (!PyUnicode_FSConverter(path, &bytes))
        return NULL;
    const Format *format = format_for_path(PyBytes_AsString(bytes), &err);
    Py_DECREF(bytes);
    if (format)
        return PyUnicode_FromString(format->name);
    raise_error(PyExc_ValueError, &err);
    return NULL;
}

PyMethodDef record_functions[] = {
    {"read_tree", WITH_KEYWORDS(read_tree),
     "read_tree(text, format='sgf', game=1)\n--\n\n"
     "Return how many games there are, and the nodes of one in preorder."},
    {"open_games", open_games, METH_O,
     "open_games(text, /)\n--\n\nReturn a reader of the games of an SGF file."},
    {"next_game", next_game, METH_VARARGS,
     "next_game(type, reader, /)\n--\n\nReturn the next game of a reader; None after the last."},
    {"format_of", format_of, METH_O, "format_of(path, /)\n--\n\nReturn the format of a file name."},
    {0},
};
