// Lines from a descriptor, also without waiting: for a program that listens while it thinks.
#pragma once

#include "base/str.h"

#include <stdbool.h>

typedef struct {
    int fd;              // borrowed
    size_t line_max;     // the rest of a longer line is dropped; LINE_QUEUE_LINE_MAX at first
    const char *endings; // of lines, each of these bytes; "\r\n" at first
    Str buffer;          // read and not yet dropped
    size_t taken;        // bytes of it that line_queue_next has gone past
    size_t shown;        // bytes of it that line_queue_peek has gone past, as many at least
    bool in_rest;        // what comes next belongs to a line that was too long
    bool ended;          // nothing will come any more
} LineQueue;

enum {
    LINE_QUEUE_LINE_MAX = 1 << 16,
    LINE_QUEUE_AHEAD_MAX = LINE_QUEUE_LINE_MAX, // how much line_queue_peek reads before it is taken
};

LineQueue line_queue_from(int fd);
void line_queue_release(LineQueue *in);

// Waits for the next line and copies it. Lines end with LF, CR LF or CR; empty ones are passed
// over. False at the end of input; a last line need not end at all.
bool line_queue_next(LineQueue *in, Str *line);

// Reads what has come, without waiting, and shows each line that is complete to `look`, until it
// says true. Every line is shown once, and stays for line_queue_next, after which those that are
// left are shown again. Returns whether `look` said true.
bool line_queue_peek(LineQueue *in, bool (*look)(void *context, const char *line, size_t len),
                     void *context);

// Has anything come behind the line that was taken last, were it an empty line or the end? Without
// waiting; and waiting until it has.
bool line_queue_has_input(LineQueue *in);
void line_queue_wait(LineQueue *in);
