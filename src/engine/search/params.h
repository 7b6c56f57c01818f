// The numbers of the search that only games can judge: a table, params.inc, and each a constant.
//
// In the program `pentad-tunable` they are variables instead, set once before anybody thinks, so
// that it can play against itself with others: docs/tuning.md.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>

// clang-format off
enum { PARAM_COUNT = 0
#define PARAM(...) + 1
#include "engine/search/params.inc"
#undef PARAM
};

#ifdef PENTAD_TUNABLE
#define PARAM(name, ...) extern int name;
#include "engine/search/params.inc"
#undef PARAM
#else
enum {
#define PARAM(name, value, ...) name = value,
#include "engine/search/params.inc"
#undef PARAM
};
#endif
// clang-format on

const char *params_name(int i); // NULL after the last

// Reads "NAME=VALUE,NAME=VALUE" into those of `values` that it names.
bool params_parse(const char *text, int values[PARAM_COUNT], Error *err);

// What such a text says holds from now on. False where it is wrong, or the numbers are constants.
bool params_set(const char *text, Error *err);

// The table with the values that hold, a line each: NAME VALUE LEAST MOST STEP.
void params_format(Str *out);
