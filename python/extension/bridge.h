// Conversions between Python objects and C values. Functions that can fail return false or NULL
// with a Python exception set: TypeError for a wrong type, ValueError for an invalid value.
#pragma once

// The stable ABI of the oldest Python that has everything used here.
#define Py_LIMITED_API 0x03080000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>

// For a row of a PyMethodDef table: a function with keyword arguments, and its flags.
#define WITH_KEYWORDS(function)                                                                    \
    ((PyCFunction)(void (*)(void))(function)), METH_VARARGS | METH_KEYWORDS

// Raises `type` with the text of an Error; returns false.
bool raise_error(PyObject *type, const Error *err);

// O& converter for an int. Python's own "i" raises OverflowError for large numbers, where the
// courses expect ValueError.
int convert_int(PyObject *object, void *out);

// Like convert_int, to an int64_t.
int convert_int64(PyObject *object, void *out);

// The text as UTF-8; caller releases. NULL if it is not a str.
PyObject *text_bytes(PyObject *text);

// The same, but also NULL if there is a NUL inside.
PyObject *word_bytes(PyObject *text);

// True if there is a NUL inside, where C would end the text early.
bool text_has_nul(PyObject *bytes);

PyObject *str_to_python(const Str *s);
