// Random nets, identical to those of training/netfile.py: they exercise both signs and every clamp
// of the arithmetic, and a net with lines of 11 points needs no 13 MB file.
#pragma once

#include "base/str.h"

// Adds the bytes of a net file.
void random_net_add(Str *out, int seed, int reach, int parts);
