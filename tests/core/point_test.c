#include "core/point.h"
#include "test.h"

TEST(symmetries_map_the_board_to_itself) {
    for (int s = 0; s < SYMMETRY_COUNT; s++) {
        bool hit[POINT_COUNT] = {0};
        for (int i = 0; i < 49; i++) {
            Point there = symmetry_apply(s, point_at(i % 7, i / 7), 7);
            CHECK("on the board", point_x(there) < 7 && point_y(there) < 7 && !hit[there]);
            hit[there] = true;
        }
    }
}

TEST(symmetries_are_distinct) {
    Point corner = point_at(1, 0); // only the identity maps this point to itself
    for (int s = 0; s < SYMMETRY_COUNT; s++)
        for (int t = 0; t < s; t++)
            CHECK("different", symmetry_apply(s, corner, 7) != symmetry_apply(t, corner, 7));
}
