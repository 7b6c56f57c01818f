// The random nets of training/netfile.py, number for number: both signs and every clamp of the
// arithmetic are met, and a net of lines of 11 points needs no file of 13 MB.
#pragma once

#include "base/str.h"

// Adds the bytes of a net file.
void random_net_add(Str *out, int seed, int reach, int parts);
