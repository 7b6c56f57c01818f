// Line reader: splits what arrives from a file, a terminal, a pipe or a child process into lines of
// limited length. It can look ahead, so an engine sees the next commands while it thinks.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// For a file descriptor: (LineReader){.fd = fd}. It reads ahead, so nothing else may read there.
typedef struct {
    int fd;            // borrowed; -1: none
    FILE *stream;      // borrowed; read if there is no descriptor, such as a stream in memory
    bool cr_ends_line; // CR and CR LF end a line too; default: only LF does
    bool ended;        // end of input
    Str unread;        // bytes that have arrived
    size_t taken;      // bytes of `unread` already returned
    size_t searched;   // bytes after those that have no line ending
    size_t peeked;     // bytes after `taken` that line_peek has passed on
    bool in_long_line; // the next bytes are the rest of a line that was too long
    bool after_cr;     // the last line ended with CR: an LF that follows belongs to it
} LineReader;

enum {
    LINE_COMMAND_MAX = 1 << 16,        // a limit for commands
    LINE_AHEAD_MAX = LINE_COMMAND_MAX, // most bytes that line_peek reads ahead
};

LineReader line_reader_from(FILE *stream); // nothing may have been read through the stream before
void line_reader_release(LineReader *r);
void line_reader_clear(LineReader *r); // drops what has arrived

typedef enum {
    LINE_READ,
    LINE_TOO_LONG,   // `line` has the first `limit` bytes; the rest is skipped
    LINE_END,        // end of input
    LINE_FAILED,     // read error, see errno; EINTR: a signal was caught, see base/interrupt.h
    LINE_INCOMPLETE, // only from line_take: its ending has not arrived
} LineResult;

// Waits for the next line, without its ending. The last line need not have one.
LineResult line_read(LineReader *r, size_t limit, Str *line);

// Waits for the next line that is not empty, and truncates it to `limit` bytes. False at the end of
// input and on an error.
bool line_read_command(LineReader *r, size_t limit, Str *line);

// Like line_read, but takes the line only from what has arrived. For owners who add to `unread`
// themselves and set `ended`.
LineResult line_take(LineReader *r, size_t limit, Str *line);

// Removes the bytes already returned from `unread`.
void line_reader_drop_taken(LineReader *r);

// Reads what is available without blocking and passes each complete line that is not empty to
// `look`, until that returns true. The lines stay unread. Each is passed only once, but after a
// line was read the remaining ones are passed again. Returns true if `look` did.
bool line_peek(LineReader *r, bool (*look)(void *context, const char *line, size_t len),
               void *context);

// True if anything follows the last line read, even an empty line or the end of input. Does not
// block; line_wait blocks until it is true or reading fails.
bool line_has_input(LineReader *r);
void line_wait(LineReader *r);
