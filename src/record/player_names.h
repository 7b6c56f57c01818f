// Player names on separate lines, as in the files of the classroom course and of Piskvork.
#pragma once

#include "base/scanner.h"
#include "record/record.h"

// Reads the rest of the line as UTF-8. `charset` as in ReadOptions. Rejects control characters,
// because names are printed to terminals and written to other files.
bool player_name_read(const Scanner *line, const char *charset, Str *out, Error *err);

// Appends the value of `id` ("PB" or "PW") with control characters replaced by spaces; `fallback`
// if it is missing or blank.
void player_name_write(const Record *r, const char *id, const char *fallback, Str *out);

bool player_name_is_blank(const char *name);
