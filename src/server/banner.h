// What a person at the terminal is told: where the server is found, from here and, if it listens to
// all networks, from elsewhere.
#pragma once

#include "base/str.h"

void banner_format(const char *url, Str *out);
