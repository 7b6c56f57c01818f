// UTF-8: validation, decoding, making text safe to print, and conversion from other charsets.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The length in bytes of the character at `text`; 0 if it is ill-formed or incomplete.
int utf8_length(const char *text, size_t len);

// True if `text` is an incomplete character that more bytes could make well-formed.
bool utf8_is_prefix(const char *text, size_t len);

// Consumes the character at *text, which must not be the final NUL, and returns its code point; '?'
// for an ill-formed byte or a control character.
uint32_t utf8_next(const char **text);

// Appends a code point; '?' if it is invalid.
void utf8_add(Str *out, uint32_t code);

bool utf8_is_valid(const char *text, size_t len);

// The number of characters of well-formed text; the length in bytes of its first `max` characters.
int utf8_count(const char *text, size_t len);
size_t utf8_cut(const char *text, size_t len, int max);

// True if the byte does not begin a character.
static inline bool utf8_is_continuation(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

// Replaces control characters and ill-formed bytes by '?', in place, so that the text cannot send
// escape sequences to a terminal.
void utf8_make_printable(char *text);

// True if `text` is well-formed and has no control characters.
bool utf8_is_printable(const char *text, size_t len);

// True if well-formed `text` has a character that is invisible or changes the direction of what
// follows. Joiners are not counted: emoji and some scripts need them.
bool utf8_has_invisible(const char *text, size_t len);

// True if well-formed `text` has more combining characters in a row than any language needs: they
// are drawn on top of each other, and cover the lines around.
bool utf8_stacks_marks(const char *text, size_t len);

// Appends well-formed `text` with its first letter capitalized.
void utf8_add_capitalized(Str *out, const char *text, size_t len);

// Appends untrusted text to XML or HTML: markup is escaped; ill-formed bytes, control characters
// (except newlines) and characters that XML does not allow become '?'.
void utf8_add_xml(Str *out, const char *text);

// Converts `text` from `charset` (a name iconv knows) and appends it as UTF-8.
bool utf8_add_converted(Str *out, const char *charset, const char *text, size_t len, Error *err);

// ---- What differs between systems: posix/unicode.c (iconv, locales), windows/unicode.c (code
// pages)

uint32_t unicode_capital(uint32_t code);

// utf8_add_converted for any charset except UTF-8.
bool unicode_add_converted(Str *out, const char *charset, const char *text, size_t len, Error *err);
