// Where an unfinished game waits for the next time.
#pragma once

#include "base/error.h"
#include "record/format.h"

// The path of the file `name`, such as "autosave.sgf", in `folder`, or where XDG has state if that
// is NULL. The caller frees it; NULL if there is no such place.
char *autosave_path(const char *folder, const char *name);

bool autosave_exists(const char *path);

// Makes the folders the file needs, and keeps one older game beside it: no game is lost because
// another one was begun.
bool autosave_write(const char *path, const Record *r, const Format *format, Error *err);

// The same game again, further on: nothing older is there to be kept.
bool autosave_rewrite(const char *path, const Record *r, const Format *format, Error *err);

void autosave_remove(const char *path);
