// Where the files of the web page are: below share/ of the installation, or in the build folder.
#pragma once

#include "base/error.h"
#include "base/str.h"

// The path of a file of the page ("index.html"), found next to `program`. False if there is none;
// then `out` is empty.
bool web_file_find(const char *program, const char *name, Str *out);
