// The functions of the two courses and of the solver, as tables for the module.
#pragma once

#include "bridge.h"

extern PyMethodDef sequences_functions[], classroom_functions[], solving_functions[];
