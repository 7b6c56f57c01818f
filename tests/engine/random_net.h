// Random nets, identical to those of training/netfile.py: they exercise both signs and every clamp
// of the arithmetic, and a net with lines of 11 points needs no 13 MB file.
#pragma once

#include "base/str.h"
#include "engine/net/net_file.h"

// Widths of the published nets, and wider ones.
static const NetWidths narrow_widths = {16, 32, 32, 4}, wide_widths = {32, 64, 96, 12};

// Adds the bytes of a net file.
void random_net_add(Str *out, int seed, int reach, const NetWidths *w, int parts);
