#include "core/symmetry.h"
#include "test.h"

TEST(symmetry_inverse_restores_every_point) {
    for (int s = 0; s < SYMMETRY_COUNT; s++)
        for (int i = 0; i < 49; i++) {
            Point p = point_at(i % 7, i / 7);
            Point there = symmetry_apply(s, p, 7);
            CHECK_INT("back again", symmetry_apply(symmetry_inverse(s), there, 7), p);
        }
}

TEST(symmetries_are_distinct) {
    Point corner = point_at(1, 0); // only the identity maps this point to itself
    for (int s = 0; s < SYMMETRY_COUNT; s++)
        for (int t = 0; t < s; t++)
            CHECK("different", symmetry_apply(s, corner, 7) != symmetry_apply(t, corner, 7));
}
