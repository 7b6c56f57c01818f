// Lines from a stream, of any length, without ever holding more of one than the caller wants.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum {
    LINE_READ,
    LINE_TOO_LONG, // the line was longer; `out` has its first `limit` bytes, the rest is skipped
    LINE_END,      // nothing left
    LINE_FAILED,   // read error or interrupted by a signal; errno says which
} LineResult;

// The next line, without its newline. A last line need not end with one.
LineResult line_read(FILE *from, size_t limit, Str *out);
