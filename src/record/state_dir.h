// A place for what a program keeps by itself, as XDG has it, and a file there of the last game and
// the one before. Many games at a time are in unfinished.h.
#pragma once

#include "base/error.h"
#include "record/format.h"

// The path of the file `name`, such as "classroom.txt", in `folder`, or where XDG has state if that
// is NULL. The caller frees it; NULL if there is no such place.
char *state_dir_path(const char *folder, const char *name);

// Every folder above the file.
void state_dir_make_parents(const char *path);

// Makes an empty file of a name that nobody has, such as "game-20261231-235959-4711.sgf" with the
// prefix "game-", and the folders above it. Returns its descriptor, and in `path` what the caller
// frees; -1 where that is refused.
int state_dir_create_file(const char *folder, const char *prefix, char **path, Error *err);

// Is it the name of a file made so?
bool state_dir_is_created_name(const char *name, const char *prefix);

// Writes the file; one that is there gets "-older" into its name, in place of an older one still.
bool state_dir_save_with_backup(const char *path, const Record *r, const Format *format,
                                Error *err);
