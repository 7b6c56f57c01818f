// Whole files in, whole files out. "-" is standard input or output.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stddef.h>

enum { FILE_SIZE_LIMIT = 64 << 20 }; // a game record beyond this is a mistake, not a game

// Appends the file's bytes.
bool file_read(const char *path, Str *out, Error *err);

// Writes to a temporary file beside `path`, makes it durable, then renames: readers see the old
// file or the new one, never a part, and a full disk leaves the old one.
bool file_write(const char *path, const char *bytes, size_t len, Error *err);

// Is there a folder to write that file into? For who finds out only later what to write.
bool file_folder_is_writable(const char *path, Error *err);
