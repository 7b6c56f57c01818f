#include "support.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    #include <malloc.h>

static size_t memory_in_use(void) {
    struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}
#else
static size_t memory_in_use(void) {
    return 0;
}
#endif

bool gives_memory_back(void (*run)(void)) {
    enum { TIMES = 50, SMALLEST = 16 };
    for (int i = 0; i < TIMES; i++)
        run(); // malloc keeps some of it, and caches fill
    size_t before = memory_in_use();
    for (int i = 0; i < TIMES; i++)
        run();
    return memory_in_use() < before + TIMES * SMALLEST;
}

static const char between[] = " \n";

static int square_size(const char *picture) {
    int rows = 0, longest = 0;
    for (picture += strspn(picture, between); *picture; picture += strspn(picture, between)) {
        int len = (int)strcspn(picture, between);
        longest = int_max(longest, len);
        rows++;
        picture += len;
    }
    return int_max(int_max(rows, longest), BOARD_MIN_PLAYABLE);
}

Board board_from_picture(const Rules *rules, const char *picture) {
    Board b;
    board_init(&b, rules, square_size(picture));
    int ahead = 0, y = 0;
    for (picture += strspn(picture, between); *picture; picture += strspn(picture, between), y++) {
        for (int x = 0; *picture && !strchr(between, *picture); x++, picture++) {
            Stone stone = *picture == 'X' ? BLACK : *picture == 'O' ? WHITE : EMPTY;
            if (stone == EMPTY)
                continue;
            board_place(&b, stone, point_at(x, y));
            ahead += stone == BLACK ? 1 : -1;
        }
    }
    b.turn = ahead > 0 ? WHITE : BLACK;
    return b;
}

// Half of the time close to the last stone.
static Point random_point(const Board *b, Point last, Rng *rng) {
    int x = rng_below(rng, b->size), y = rng_below(rng, b->size);
    if (last != POINT_NONE && rng_below(rng, 2)) {
        x = point_x(last) + rng_below(rng, 5) - 2;
        y = point_y(last) + rng_below(rng, 5) - 2;
    }
    bool inside = x >= 0 && y >= 0 && x < b->size && y < b->size;
    return inside ? point_at(x, y) : POINT_NONE;
}

Board board_random(const Rules *rules, int size, int moves, Rng *rng) {
    Board b;
    board_init(&b, rules, size);
    Point last = POINT_NONE;
    for (int tries = 0; tries < 4 * moves && b.stones < moves; tries++) {
        Board before = b;
        Point p = random_point(&b, last, rng);
        if (board_play(&b, p) != PLAY_OK)
            continue;
        if (b.winner != EMPTY)
            return before;
        last = p;
    }
    return b;
}
