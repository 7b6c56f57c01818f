// Reads lines from a stream, truncated to a maximum length.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum {
    LINE_READ,
    LINE_TOO_LONG, // truncated: `out` has the first `limit` bytes, the rest was skipped
    LINE_END,      // end of file
    LINE_FAILED,   // read error or interrupted by a signal, see errno
} LineResult;

// Reads the next line, without its newline. The last line needs none.
LineResult line_read(FILE *from, size_t limit, Str *out);
