// Weights as bytes: a heading that says of which rules, the tables, a checksum. docs/tuning.md has
// the format.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "engine/eval/weights.h"

void weight_file_format(const Weights *w, const Rules *rules, Str *out);

// False if it is no such file, is damaged or belongs to other rules.
bool weight_file_parse(const char *bytes, size_t len, const Rules *rules, Weights *out, Error *err);

bool weight_file_load(const char *path, const Rules *rules, Weights *out, Error *err);
