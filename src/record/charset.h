// Charset conversion: decodes a file to UTF-8 from the charset that the file or the user names, or
// from a guess that is noted in the record.
#pragma once

#include "base/scanner.h"
#include "record/record.h"

#include <stddef.h>

// Appends `text` to `out`. `named` is the charset the file names, `given` the user's charset for
// files that name none; either may be NULL. On failure `out` ends where decoding failed.
bool charset_decode(Record *r, const char *named, const char *given, const char *text, size_t len,
                    Str *out, Error *err);

// Player names on separate lines, as in the files of the classroom course and of Piskvork.

// Reads the rest of the line and converts it to UTF-8. `charset` as in ReadOptions. Rejects control
// characters, because names are printed to terminals and written to other files.
bool player_name_read(const Scanner *line, const char *charset, Str *out, Error *err);

// Appends the value of `id` ("PB" or "PW") with control characters replaced by spaces; `fallback`
// if it is missing or blank.
void player_name_write(const Record *r, const char *id, const char *fallback, Str *out);

bool player_name_is_blank(const char *name);
