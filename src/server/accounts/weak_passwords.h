// Weak password check: common words with or without digits around them, the user's own name,
// repetitions, and keyboard runs.
#pragma once

#include <stdbool.h>

bool password_is_weak(const char *password, const char *name);
