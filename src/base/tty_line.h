// Lines that a person types, read so that a signal ends the waiting whenever it comes.
//
// Reads the stream's descriptor itself: nothing may have been read through the stream before. A
// stream without a descriptor, such as one in memory, is read as it is.
#pragma once

#include "base/line.h"

typedef struct {
    FILE *from; // borrowed
    size_t at, end;
    char buffer[1024];
} TtyLineReader;

TtyLineReader tty_line_from(FILE *from);

// The next line as line_read gives it. LINE_FAILED with errno EINTR: interrupt_signal() says why.
LineResult tty_line_read(TtyLineReader *t, size_t limit, Str *out);
