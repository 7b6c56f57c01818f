// Method tables of the module: the functions of two courses and of the solver.
#pragma once

#include "bridge.h"

extern PyMethodDef sequences_functions[], classroom_functions[], dialogue_functions[],
    solving_functions[], record_functions[];
