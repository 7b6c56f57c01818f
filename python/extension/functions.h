// The functions of the two courses, as tables for the module.
#pragma once

#include "bridge.h"

extern PyMethodDef sequences_functions[], classroom_functions[];
