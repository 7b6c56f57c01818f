// Whole-file reads and atomic writes. "-" is standard input or output.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stddef.h>

enum { FILE_SIZE_LIMIT = 64 << 20 }; // larger files are rejected

// Appends the file's bytes.
bool file_read(const char *path, Str *out, Error *err);

// False, with the reason, if the file is missing, is a folder or is not readable.
bool file_can_be_read(const char *path, Error *err);

// Atomic: writes a temporary file in the same folder, syncs it, then renames. Readers see the old
// file or the new one, never a part, and a full disk leaves the old one intact.
bool file_write(const char *path, const char *bytes, size_t len, Error *err);

// Writes to an open file. `path` is only for the error message.
bool file_write_all(int fd, const char *path, const char *bytes, size_t len, Error *err);

// ---- What differs between systems: posix/file_system.c, windows/file_system.c

// file_write for any path except "-".
bool file_replace(const char *path, const char *bytes, size_t len, Error *err);

// The last part of a path.
const char *file_name(const char *path);

// True if `name` matches `pattern`; a trailing * matches anything. Windows ignores case and ".exe".
bool file_name_is(const char *name, const char *pattern);

// The absolute path, with symbolic links resolved. Caller frees. NULL if there is no such file.
char *file_real_path(const char *path);

// The path of the running program.
bool file_program_path(Str *out, Error *err);

// Replaces `to` if it exists. False: see errno.
bool file_rename(const char *from, const char *to);

// The user's folders in the XDG Base Directory specification.
typedef enum {
    XDG_CONFIG, // $XDG_CONFIG_HOME or ~/.config
    XDG_DATA,   // $XDG_DATA_HOME or ~/.local/share
    XDG_STATE,  // $XDG_STATE_HOME or ~/.local/state
    // On Windows %APPDATA% instead of ~/.config, %LOCALAPPDATA% instead of the other two.
} XdgFolder;

// The path FOLDER/pentad/NAME. Caller frees. NULL, with *err set, if the environment names neither
// the folder nor HOME. Creates nothing.
char *xdg_path(XdgFolder folder, const char *name, Error *err);

// Creates the parent folders of `path`. Ignores errors: writing the file will report them.
void file_make_parents(const char *path);

// Creates the folder `path` and its parents. Fails if it exists and is not writable.
bool file_make_folder(const char *path, Error *err);

// True if the folder of `path` exists and is writable. For checking an output path early, before a
// long computation.
bool file_folder_is_writable(const char *path, Error *err);
