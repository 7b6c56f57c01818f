// Search parameters that are tuned by playing games (SPSA): a table, params.inc, and a constant for
// each row.
//
// In the program `pentad-tunable` they are variables instead, set once at startup, so that it can
// play against itself with other values: docs/develop/tuning.md.
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

// Parses "NAME=VALUE,NAME=VALUE" and sets the named entries of `values`.
bool params_parse(const char *text, int values[PARAM_COUNT], Error *err);

// Parses such a text and sets the parameters. False if it is invalid, or if the parameters are
// constants in this build.
bool params_set(const char *text, Error *err);

// Adds the table with the current values, one line each: NAME VALUE LEAST MOST STEP.
void params_format(Str *out);
