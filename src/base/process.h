// Another program, talked to through pipes: no shell, a time limit on every wait, and no SIGPIPE
// for us when it goes away. Its standard error stays ours.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdint.h>

typedef struct Process Process;

typedef enum {
    PROCESS_OK,
    PROCESS_ENDED,    // it closed its output, or its input: it says nothing more
    PROCESS_TIMEOUT,  // nothing happened until the deadline
    PROCESS_TOO_LONG, // more unread output than a sane program has
} ProcessResult;

enum { PROCESS_UNREAD_MAX = 16 << 20 };

// argv ends with NULL; argv[0] is looked up in PATH if it has no slash. `folder` is where it runs;
// NULL: here. A program that cannot be started is an error here, not a child that ends at once.
Process *process_start(const char *const *argv, const char *folder, Error *err);

// Deadlines are moments of clock_now_ms. Output that arrives while writing is kept for reading, so
// a program that talks before it listens does not block us.
ProcessResult process_write(Process *p, const char *bytes, size_t len, int64_t deadline_ms);

// Drops what it has said and nobody has read.
void process_drop_output(Process *p);

// Has it ended? Its output may still be open, in the hands of a program that it started.
bool process_has_ended(const Process *p);

// The next line without its end: LF, CR LF or CR alone. A last line need not have one.
ProcessResult process_read_line(Process *p, int64_t deadline_ms, Str *line);

// Closes its input, gives it until the deadline to end by itself, kills it otherwise, and frees.
// What it started in turn and left behind is killed too.
// How it ended ("exit status 3", "killed by signal 11") is added to `how`, which may be NULL; "" if
// it had to be killed.
void process_stop(Process *p, int64_t deadline_ms, Str *how);
