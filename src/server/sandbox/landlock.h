// Landlock by its system calls: an allow-list of files, for this thread and what it starts. It also
// forbids TCP connections and ports, and signals to processes outside, where the kernel can.
//
// It decides when a file is opened, executed, created or removed. What it does not see: files that
// are already open, and the names, sizes and permissions of files (stat, chmod). seccomp leaves
// those calls out where they are not needed.
#pragma once

#include "base/error.h"

typedef enum {
    LANDLOCK_READ,    // read files, list folders
    LANDLOCK_WRITE,   // also create, change and remove files
    LANDLOCK_EXECUTE, // read and execute a file
} LandlockAccess;

typedef struct {
    const char *path; // a file, or a folder and everything below; ignored if it does not exist
    LandlockAccess access;
} LandlockRule;

// Forbids everything but `rules`. Returns the version of the kernel's interface, or 0 with the
// reason. Files that are already open stay open.
int landlock_enter(const LandlockRule *rules, int count, Error *err);
