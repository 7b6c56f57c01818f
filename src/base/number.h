// Parses integers and decimals. All input that becomes a number goes through here.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

// Digits with an optional sign, no spaces: "+7" and "-0" are numbers, "" and "7 " are not.
bool number_parse(const char *text, int64_t min, int64_t max, int64_t *out, Error *err);

// The same with up to nine decimals: "0.05", "-2.5", "3". The bounds are inclusive.
bool decimal_parse(const char *text, double min, double max, double *out, Error *err);
