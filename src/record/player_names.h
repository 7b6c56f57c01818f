// Player names on lines of their own, as the files of the classroom game and of Piskvork have them.
#pragma once

#include "base/scanner.h"
#include "record/record.h"

// The rest of the line, as UTF-8. `charset` as in ReadOptions. Control characters are refused: a
// name goes to terminals and into other files.
bool player_name_read(const Scanner *line, const char *charset, Str *out, Error *err);

// Appends the value of `id` ("PB" or "PW"), made to fit on one line; `fallback` if there is none or
// it is blank.
void player_name_write(const Record *r, const char *id, const char *fallback, Str *out);

bool player_name_is_blank(const char *name);
