// The eight symmetries (rotations and reflections) of a square board.
#pragma once

#include "core/point.h"

enum { SYMMETRY_COUNT = 8 }; // 0 is the identity

Point symmetry_apply(int symmetry, Point p, int size);

int symmetry_inverse(int symmetry);
