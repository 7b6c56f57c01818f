// Non-blocking line reader with lookahead: lets an engine check for new commands while it thinks.
#pragma once

#include "base/str.h"

#include <stdbool.h>

typedef struct {
    int fd;              // borrowed
    size_t line_max;     // longer lines are truncated; default: LINE_QUEUE_LINE_MAX
    const char *endings; // bytes that end a line; default: "\r\n"
    Str buffer;          // bytes read from fd
    size_t taken;        // bytes of `buffer` consumed by line_queue_next
    size_t peeked;       // bytes of `buffer` seen by line_queue_peek; at least `taken`
    bool in_long_line;   // the next bytes are the rest of a truncated line
    bool ended;          // end of input
} LineQueue;

enum {
    LINE_QUEUE_LINE_MAX = 1 << 16,
    LINE_QUEUE_AHEAD_MAX = LINE_QUEUE_LINE_MAX, // most bytes line_queue_peek reads ahead
};

LineQueue line_queue_from(int fd);
void line_queue_release(LineQueue *in);

// Waits for the next line and copies it to `line`. Empty lines are skipped. Returns false at the
// end of input; the last line needs no line ending.
bool line_queue_next(LineQueue *in, Str *line);

// Reads the available input without blocking and passes each complete line to `look` until it
// returns true. Lines stay queued for line_queue_next. Each is passed only once, but after a
// line_queue_next the remaining ones are passed again. Returns true if `look` did.
bool line_queue_peek(LineQueue *in, bool (*look)(void *context, const char *line, size_t len),
                     void *context);

// True if there is any input after the last line taken, even an empty line or the end of input.
// Does not block; line_queue_wait blocks until it is true.
bool line_queue_has_input(LineQueue *in);
void line_queue_wait(LineQueue *in);
