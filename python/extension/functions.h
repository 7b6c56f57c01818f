// The functions of the two courses, as tables for the module.
#pragma once

#include "bridge.h"

extern PyMethodDef sequences_functions[], classroom_functions[];

// What Python calls a function that takes keywords too.
#define WITH_KEYWORDS(function)                                                                    \
    ((PyCFunction)(void (*)(void))(function)), METH_VARARGS | METH_KEYWORDS
