// Child process with pipes to its stdin and stdout: no shell, a deadline on every wait, no SIGPIPE
// when it exits. It inherits our stderr.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdint.h>

typedef struct Process Process;

typedef enum {
    PROCESS_OK,
    PROCESS_ENDED,    // it closed its output or input
    PROCESS_TIMEOUT,  // the deadline passed
    PROCESS_TOO_LONG, // more than PROCESS_UNREAD_MAX bytes of unread output
} ProcessResult;

enum { PROCESS_UNREAD_MAX = 16 << 20 };

// argv ends with NULL; argv[0] is searched in PATH if it has no slash. `folder` is the working
// directory; NULL: ours. Fails if exec fails in the child.
Process *process_start(const char *const *argv, const char *folder, Error *err);

// Deadlines are times of clock_now_ms. Output that arrives while writing is buffered, so a program
// that writes before it reads causes no deadlock.
ProcessResult process_write(Process *p, const char *bytes, size_t len, int64_t deadline_ms);

// Discards unread output.
void process_drop_output(Process *p);

// True if the process has exited. Its output may still be open in a process that it started.
bool process_has_ended(const Process *p);

// The next line, without its ending (LF, CR LF or CR). The last line need not have one.
ProcessResult process_read_line(Process *p, int64_t deadline_ms, Str *line);

// Closes its input, waits until the deadline for it to exit, kills it if it has not, and frees `p`.
// Also kills the processes it left running. Appends how it exited ("exit status 3", "killed by
// signal 11") to `how`, which may be NULL; appends nothing if we had to kill it.
void process_stop(Process *p, int64_t deadline_ms, Str *how);
