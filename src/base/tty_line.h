// Line reader for typed input that a signal can interrupt at any time (see base/interrupt.h).
//
// Reads the stream's file descriptor directly, so nothing may have been read through the stream
// before. A stream without a descriptor, such as one in memory, is read through stdio.
#pragma once

#include "base/line.h"

typedef struct {
    FILE *from; // borrowed
    size_t at, end;
    char buffer[1024];
} TtyLineReader;

TtyLineReader tty_line_from(FILE *from);

// Like line_read. LINE_FAILED with errno EINTR: a signal came, see interrupt_signal().
LineResult tty_line_read(TtyLineReader *t, size_t limit, Str *out);
