// Numbers from text. The only way input becomes a number in this program.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

// Digits with an optional sign and nothing else, no blanks: "+7" and "-0" are numbers, "" and "7 "
// are not.
bool number_parse(const char *text, int64_t min, int64_t max, int64_t *out, Error *err);

// The same with up to nine decimals behind a point: "0.05", "-2.5", "3". The bounds count in.
bool decimal_parse(const char *text, double min, double max, double *out, Error *err);
