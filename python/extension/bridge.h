// Between Python's values and ours. Functions that can fail return false or NULL with a Python
// exception set: TypeError for the wrong kind of thing, ValueError for one that cannot be.
#pragma once

// The oldest Python whose stable interface has all that is used here.
#define Py_LIMITED_API 0x03080000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>

// For a row of a PyMethodDef table: a function that takes keywords too, and its flags.
#define WITH_KEYWORDS(function)                                                                    \
    ((PyCFunction)(void (*)(void))(function)), METH_VARARGS | METH_KEYWORDS

// Raises `type` with the text of an Error; returns false.
bool raise_error(PyObject *type, const Error *err);

// For O& in PyArg_ParseTupleAndKeywords: an int into an int. Python's own "i" calls a number that
// is too large an OverflowError, which no course expects.
int convert_int(PyObject *object, void *out);

// The text as UTF-8, for the caller to release; NULL if it is no str.
PyObject *text_bytes(PyObject *text);

// Bytes inside a text would end it early where C reads it.
bool text_has_nul(PyObject *bytes);

PyObject *str_to_python(const Str *s);
