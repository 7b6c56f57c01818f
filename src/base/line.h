// Line reader over a stream, for files and typed input: every line, including empty ones, truncated
// to a maximum length. A caught signal interrupts it at any time (see base/interrupt.h).
//
// Protocols that look ahead while an engine thinks use base/line_queue.h, which cannot report
// errors or lines that are too long.
#pragma once

#include "base/str.h"

#include <stddef.h>
#include <stdio.h>

// Reads the stream's file descriptor directly, so nothing may have been read through the stream
// before. A stream without a descriptor, such as one in memory, is read through stdio.
typedef struct {
    FILE *from; // borrowed
    size_t at, end;
    char buffer[4096];
} LineReader;

LineReader line_reader_from(FILE *from);

typedef enum {
    LINE_READ,
    LINE_TOO_LONG, // truncated: `out` has the first `limit` bytes, the rest was skipped
    LINE_END,      // end of file
    LINE_FAILED,   // read error, see errno; EINTR: a signal came, see interrupt_signal()
} LineResult;

// Reads the next line, without its newline. The last line need not have one.
LineResult line_read(LineReader *r, size_t limit, Str *out);
