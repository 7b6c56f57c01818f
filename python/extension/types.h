// Type specs of the module, and allocation helpers for heap types.
#pragma once

#include "bridge.h"

extern PyType_Spec game_spec, mist_spec, gtp_spec;

// Allocates a zeroed object of a heap type; frees one whose fields were already released.
PyObject *object_new(PyTypeObject *type);
void object_free(PyObject *self);
