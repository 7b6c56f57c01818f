// A place for what a program keeps by itself, as XDG has it, and a file there of the last game and
// the one before. Many games at a time are in unfinished.h.
#pragma once

#include "base/error.h"
#include "record/format.h"

// The path of the file `name`, such as "classroom.txt", in `folder`, or where XDG has state if that
// is NULL. The caller frees it; NULL if there is no such place.
char *autosave_path(const char *folder, const char *name);

// Every folder above the file.
void autosave_make_folders(const char *path);

// Makes an empty file of a name that nobody has, such as "game-20261231-235959-4711.sgf" with the
// prefix "game-", and the folders above it. Returns its descriptor, and in `path` what the caller
// frees; -1 where that is refused.
int autosave_create(const char *folder, const char *prefix, char **path, Error *err);

// Is it the name of a file made so?
bool autosave_has_name(const char *name, const char *prefix);

// Writes the file; one that is there gets "-older" into its name, in place of an older one still.
bool autosave_write(const char *path, const Record *r, const Format *format, Error *err);
