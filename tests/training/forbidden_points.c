// Forbidden points as the engine finds them (src/core), for tests of the kernels. Built as a shared
// library by renju.py.
#include "core/forbidden.h"

#include <stddef.h>

// `stones`: `count` boards, row by row, of the engine's Stone. `out` is 1 where an empty point is
// forbidden to black.
void find_forbidden_points(const uint8_t *stones, int size, int count, uint8_t *out) {
    int points = size * size;
    for (int i = 0; i < count; i++, stones += points, out += points) {
        Board b;
        board_init(&b, NULL, size);
        for (int p = 0; p < points; p++)
            b.at[point_at(p % size, p / size)] = stones[p];
        for (int p = 0; p < points; p++)
            out[p] = !stones[p] && forbidden_check(&b, point_at(p % size, p / size)) != PLAY_OK;
    }
}
