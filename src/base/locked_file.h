// File lock: a file that one running program owns. posix/locked_file.c (flock),
// windows/locked_file.c. The lock is a file descriptor: close() releases it, and so does the end of
// the program, even a crash.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <time.h>

typedef enum { LOCK_SHARED, LOCK_EXCLUSIVE } LockKind;

// Locks the newly created file `fd`, and takes ownership of it. Returns the lock.
int locked_file_own(const char *path, int fd);

// Replaces the file, atomically by renaming; readers see the old one or the new one. Does not sync:
// surviving a power failure is not worth waiting for the disk.
bool locked_file_write(const char *path, int *lock, const Str *text, Error *err);

// Locks an existing file. Returns -1 if another program owns it, or if it is empty or gone. *when
// is the time of its last change.
int locked_file_open(const char *path, LockKind kind, struct timespec *when);
