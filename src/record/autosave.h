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

// Writes the file; one that is there gets "-older" into its name, in place of an older one still.
bool autosave_write(const char *path, const Record *r, const Format *format, Error *err);
