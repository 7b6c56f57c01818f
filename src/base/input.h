// Waiting for input with a timeout (poll): posix/input.c, windows/input.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// Waits up to `timeout_ms` until `fd` can be read without blocking, or is at its end. A signal may
// end the wait early.
bool input_wait(int fd, int timeout_ms);

// True if nobody reads the pipe or socket `fd` any more. Always false for files and consoles, and
// on Windows, where only a write can tell.
bool output_is_closed(int fd);

// Like read(): returns the number of bytes, up to `size`. Blocks until there are some; 0 at the
// end.
ssize_t input_read(int fd, char *bytes, size_t size);
