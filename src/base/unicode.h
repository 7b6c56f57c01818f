// Character sets and upper case: the part of base/utf8.h that differs between systems,
// posix/unicode.c (iconv, locales) and windows/unicode.c (code pages).
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdint.h>

uint32_t unicode_capital(uint32_t code);

// utf8_add_converted for any charset except UTF-8.
bool unicode_add_converted(Str *out, const char *charset, const char *text, size_t len, Error *err);
