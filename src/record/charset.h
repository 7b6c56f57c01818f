// Charset conversion: decodes a file to UTF-8 from the charset that the file or the user names, or
// from a guess that is noted in the record.
#pragma once

#include "record/record.h"

#include <stddef.h>

// Appends `text` to `out`. `named` is the charset the file names, `given` the user's charset for
// files that name none; either may be NULL. On failure `out` ends where decoding failed.
bool charset_decode(Record *r, const char *named, const char *given, const char *text, size_t len,
                    Str *out, Error *err);
