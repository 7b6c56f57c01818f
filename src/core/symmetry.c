#include "core/symmetry.h"

// Bits of a symmetry's number, applied in this order.
enum { MIRROR_X = 1, MIRROR_Y = 2, TRANSPOSE = 4 };

Point symmetry_apply(int symmetry, Point p, int size) {
    int x = point_x(p), y = point_y(p);
    if (symmetry & MIRROR_X)
        x = size - 1 - x;
    if (symmetry & MIRROR_Y)
        y = size - 1 - y;
    return symmetry & TRANSPOSE ? point_at(y, x) : point_at(x, y);
}

// Reflections are their own inverses, and so is a transposition with both mirrors or none. The two
// quarter turns, a transposition with one mirror, are each other's inverse.
int symmetry_inverse(int symmetry) {
    static const int inverse[SYMMETRY_COUNT] = {0, 1, 2, 3, 4, 6, 5, 7};
    return inverse[symmetry];
}
