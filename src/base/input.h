// Input that may not be there yet: posix/input.c, windows/input.c.
#pragma once

#include <stdbool.h>

// Waits up to `timeout_ms` until `fd` can be read without blocking, or is at its end. A signal may
// end the wait early.
bool input_wait(int fd, int timeout_ms);
