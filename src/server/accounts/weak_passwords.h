// Passwords that are tried first by whoever tries: everybody's favourites, whatever digits and
// marks stand behind them, the person's own name, and what a finger does by itself on a keyboard.
#pragma once

#include <stdbool.h>

bool password_is_weak(const char *password, const char *name);
