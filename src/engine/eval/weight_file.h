// Weight file format: header with the rule set, tables, checksum. Described in docs/tuning.md.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "engine/eval/weights.h"

void weight_file_format(const Weights *w, const Rules *rules, Str *out);

// False if it is not a weight file, is damaged, or is for other rules.
bool weight_file_parse(const char *bytes, size_t len, const Rules *rules, Weights *out, Error *err);

bool weight_file_load(const char *path, const Rules *rules, Weights *out, Error *err);
