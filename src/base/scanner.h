// Scanner for text parsers: a position with line and column, so that every parse error says where.
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

// The next byte, or -1 at the end. scanner_next also consumes it.
int scanner_peek(const Scanner *s);
int scanner_next(Scanner *s);

void scanner_skip_bom(Scanner *s); // a UTF-8 byte order mark

// White space: space, tab, newline, CR, VT or FF. False for -1.
bool scanner_is_blank(int c);
void scanner_skip_blanks(Scanner *s);

// Consumes `c`, or all of `word` (case-insensitive), if it is next.
bool scanner_accept(Scanner *s, char c);
bool scanner_accept_word(Scanner *s, const char *word);

// Reads an unsigned number up to `max`. Returns false and consumes nothing if the next byte is not
// a digit or the number is larger.
bool scanner_number(Scanner *s, int max, int *out);

// Consumes the next line. *line becomes a scanner over it, without LF or CR LF, that counts lines
// from the start of the whole text. False at the end of the text.
bool scanner_line(Scanner *s, Scanner *line);

// The next byte as shown in a message: 'x', or "the byte 0x07" if it is not printable.
typedef struct {
    char text[16];
} ByteDescription;

ByteDescription scanner_describe_next(const Scanner *s);

// Sets "line L, column C: ..." for the current position. Returns false.
bool scanner_error(const Scanner *s, Error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Prepends the current position to *err. Returns false.
bool scanner_locate(const Scanner *s, Error *err);
