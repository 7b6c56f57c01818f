// The eight ways to turn and mirror a square board.
#pragma once

#include "core/point.h"

enum { SYMMETRY_COUNT = 8 }; // 0 leaves everything where it is

Point symmetry_apply(int symmetry, Point p, int size);

// The one that takes everything back.
int symmetry_inverse(int symmetry);
