// A place in a text being read, known by line and column, so that every reader's errors say where.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *text; // borrowed; need not end with a NUL
    size_t len, at;
    int line, column; // of `at`, from 1; a column is a byte
} Scanner;

Scanner scanner_over(const char *text, size_t len);

bool scanner_at_end(const Scanner *s);

// The next byte, or -1 at the end. scanner_next also steps over it.
int scanner_peek(const Scanner *s);
int scanner_next(Scanner *s);

void scanner_skip_bom(Scanner *s); // the byte order mark that some editors put before a text

// A space, tab or newline of whatever kind; not the end.
bool scanner_is_blank(int c);
void scanner_skip_blanks(Scanner *s);

// Steps over `c`, or over the whole of `word` in whatever letter case, if it is next.
bool scanner_accept(Scanner *s, char c);
bool scanner_accept_word(Scanner *s, const char *word);

// Reads digits (no sign) up to `max`. False, and nothing read, if the next byte is no digit or the
// number is larger.
bool scanner_number(Scanner *s, int max, int *out);

// The next line without its LF or CR LF, as a scanner of its own that knows where it stands in the
// whole; `s` steps over it. False at the end of the text.
bool scanner_line(Scanner *s, Scanner *line);

// The next byte as a message shows it: 'x', or "the byte 0x07" where it cannot be printed.
typedef struct {
    char text[16];
} ByteDescription;

ByteDescription scanner_describe_next(const Scanner *s);

// Sets "line L, column C: ..." for where the scanner stands; returns false.
bool scanner_error(const Scanner *s, Error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
