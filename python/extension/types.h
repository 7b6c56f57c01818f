// The types of the module, as the descriptions Python makes them from; and what all of them need.
#pragma once

#include "bridge.h"

extern PyType_Spec game_spec, mist_spec, gtp_spec;

// A new object of a heap type, zeroed; and the end of one that owns nothing more.
PyObject *object_new(PyTypeObject *type);
void object_free(PyObject *self);
