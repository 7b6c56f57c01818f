// The object struct of pentad.Game, and its methods outside game_type.c.
#pragma once

#include "types.h"

#include "core/game.h"

typedef struct {
    PyObject_HEAD Game game;
} GameObject;

static inline Game *game_of(PyObject *self) {
    return &((GameObject *)self)->game;
}

// "h8", or a word for a pass or an opening choice.
PyObject *point_to_python(Point p, int size);

// The attributes that a subclass gave it. NULL if it has none, or with an exception set.
PyObject *game_attributes(PyObject *self);

// "h8i9", or a list of such texts, as UTF-8; the caller releases it. NULL with an exception set.
PyObject *points_bytes(PyObject *points);

// Notes of a record's reader (guesses, dropped content) become a Python warning. False if it
// raises.
bool warn_of_notes(const Str *notes);

// game_analyze.c
PyObject *game_analyze(PyObject *self, PyObject *args, PyObject *kwargs);

// game_files.c
PyObject *game_load(PyObject *type, PyObject *args, PyObject *kwargs);
PyObject *game_save(PyObject *self, PyObject *args, PyObject *kwargs);

// game_texts.c
PyObject *game_read(PyObject *type, PyObject *args, PyObject *kwargs);
PyObject *game_write(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *game_svg(PyObject *self, PyObject *ignored);
PyObject *game_reduce(PyObject *self, PyObject *ignored);
PyObject *game_set_up(PyObject *type, PyObject *args, PyObject *kwargs);
PyObject *game_from_position(PyObject *type, PyObject *text);

// game_solve.c
PyObject *game_solve(PyObject *self, PyObject *args, PyObject *kwargs);

// game_views.c
extern PyGetSetDef game_views[];
PyObject *game_legal_moves(PyObject *self, PyObject *ignored);
PyObject *game_picture(PyObject *self);
PyObject *game_describe(PyObject *self);
