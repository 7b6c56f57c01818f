// The state directory (XDG_STATE_HOME) and files in it: unique file names, and saving with one
// backup.
#pragma once

#include "base/error.h"
#include "record/format.h"

// The path of the file `name`, such as "classroom.txt", in `folder`; NULL: in the XDG state
// directory. Caller frees. NULL if there is no such directory.
char *state_dir_path(const char *folder, const char *name, Error *err);

// Creates an empty file with a unique name, such as "game-20261231-235959-4711.sgf" for the prefix
// "game-", and its parent folders. Returns its file descriptor, -1 on error; caller frees *path.
int state_dir_create_file(const char *folder, const char *prefix, char **path, Error *err);

// True if state_dir_create_file could have made this name.
bool state_dir_is_created_name(const char *name, const char *prefix);

// Writes the file. An existing one is kept as a backup, with "-older" added to its name.
bool state_dir_save_with_backup(const char *path, const Record *r, const Format *format,
                                Error *err);
