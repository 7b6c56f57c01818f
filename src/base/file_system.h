// The part of base/file.h that differs between systems: posix/file_system.c,
// windows/file_system.c. They also define the functions of file.h for names and folders.
#pragma once

#include "base/error.h"

#include <stddef.h>

// file_write for any path except "-".
bool file_system_write(const char *path, const char *bytes, size_t len, Error *err);
