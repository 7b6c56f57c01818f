// A child process and the pipes to its stdin and stdout: the part of base/process.h that differs
// between systems, posix/child.c and windows/child.c.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Child Child;

// Like process_start.
Child *child_start(const char *const *argv, const char *folder, Error *err);

typedef enum {
    CHILD_READY,   // something may have been read or written; call again for more
    CHILD_TIMEOUT, // the deadline passed
    CHILD_CLOSED,  // the child has closed its input
} ChildEvent;

// The bytes still to be written. child_transfer advances it.
typedef struct {
    const char *bytes;
    size_t len;
} ChildInput;

// Waits until it can read or write something, and does so: appends to `output`, and writes from
// `input`, which may be NULL. After the end of the output, call it only with input.
ChildEvent child_transfer(Child *c, Str *output, ChildInput *input, int64_t deadline_ms);

bool child_output_has_ended(const Child *c);
bool child_has_exited(const Child *c);
void child_close_input(Child *c);

// Like the second half of process_stop: waits for the child to exit, kills it and its children,
// frees `c`.
void child_stop(Child *c, int64_t deadline_ms, Str *how);
