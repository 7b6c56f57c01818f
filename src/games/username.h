// Names of users: what may be one, and when two are the same.
#pragma once

#include "base/error.h"
#include "base/str.h"

enum { USERNAME_MIN = 2, USERNAME_MAX = 20 }; // characters

// a-z, A-Z, 0-9, - and _, and the characters of Chinese, Japanese and Korean. Scripts in which one
// letter can pass for another of our alphabet are left out.
bool username_check(const char *name, Error *err);

// Appends the name without letter case.
void username_fold(const char *name, Str *out);
