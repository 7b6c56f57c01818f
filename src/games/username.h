// User names: which are valid, and case folding to tell whether two are the same.
#pragma once

#include "base/str.h"
#include "session/status.h"

enum { USERNAME_MIN = 2, USERNAME_MAX = 20 }; // characters

// Allows a-z, A-Z, 0-9, - and _, and Chinese, Japanese and Korean characters. Scripts with letters
// that look like Latin ones (homoglyphs) are excluded.
Status username_check(const char *name, Error *err);

// Appends the name in lower case.
void username_fold(const char *name, Str *out);
