// The text of a file into UTF-8, by the character set the file names, or the user, or a guess that
// is noted in the record.
#pragma once

#include "record/record.h"

#include <stddef.h>

// Appends `text` to `out`. `named` is what the file says about itself, `given` what the user says
// about files that do not; either may be NULL. On failure `out` ends where the text went wrong.
bool charset_decode(Record *r, const char *named, const char *given, const char *text, size_t len,
                    Str *out, Error *err);
