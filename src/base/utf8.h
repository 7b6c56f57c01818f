// Text from outside: is it UTF-8, and is it safe to show? And into UTF-8 from anything else.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The length in bytes of the well-formed character at `text`, or 0 if there is none.
int utf8_length(const char *text, size_t len);

// Is `text`, which is shorter than a character, the beginning of a well-formed one?
bool utf8_is_prefix(const char *text, size_t len);

// Steps over the character at *text, which is not at its end, and returns its code point; '?' for
// an ill-formed byte or a control character.
uint32_t utf8_next(const char **text);

// Appends a code point; '?' if it is none.
void utf8_add(Str *out, uint32_t letter);

bool utf8_is_valid(const char *text, size_t len);

// Replaces control characters and ill-formed bytes by '?', in place. Afterwards the text can be
// sent to a terminal without moving its cursor or changing its colours.
void utf8_make_printable(char *text);

// Is it well-formed and free of control characters, so that a terminal can show it as it is?
bool utf8_is_printable(const char *text, size_t len);

// Appends `text`, which is well-formed, with its first letter made a capital.
void utf8_add_capitalised(Str *out, const char *text, size_t len);

// Appends `text`, which is in `charset` (a name iconv knows), as UTF-8.
bool utf8_add_converted(Str *out, const char *charset, const char *text, size_t len, Error *err);
