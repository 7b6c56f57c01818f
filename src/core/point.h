// Point: a board coordinate as one small integer (mailbox board with a border); Stone: what is on a
// point; Grid: a view of all stones; the eight symmetries of the board.
//
// Boards of every size share one numbering: 32 points per row, with a border around the largest
// board. A neighbor is a constant offset away, and a scan needs no bounds check: it stops at the
// border. Column x and row y count from 0 at the top left. Only this file and drawing code use
// x and y; core/notation.h converts to and from text.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    BOARD_MIN = 2, // allowed by the courses; our own interfaces start at BOARD_MIN_PLAYABLE
    BOARD_MIN_PLAYABLE = 5,
    BOARD_MAX = 25,

    POINT_STRIDE = 32,
    POINT_COUNT = (BOARD_MAX + 2) * POINT_STRIDE,

    // Points of the border stand for actions other than placing a stone.
    POINT_NONE = 0,
    POINT_PASS = 1,
    POINT_STAY = 2, // answers in an opening protocol, see core/opening.h
    POINT_SWAP = 3,
    POINT_MORE = 4,
};

typedef int16_t Point;

// The four directions of a line: right, down, down right, down left.
enum { STEP_COUNT = 4 };
static const int point_steps[STEP_COUNT] = {1, POINT_STRIDE, POINT_STRIDE + 1, POINT_STRIDE - 1};

static inline Point point_at(int x, int y) {
    return (Point)((y + 1) * POINT_STRIDE + x + 1);
}

static inline int point_x(Point p) {
    return p % POINT_STRIDE - 1;
}

static inline int point_y(Point p) {
    return p / POINT_STRIDE - 1;
}

// True for an answer in an opening protocol.
static inline bool point_is_answer(Point p) {
    return p == POINT_STAY || p == POINT_SWAP || p == POINT_MORE;
}

// The center; on boards of even size the point below and right of it, as in Gomocup.
static inline Point point_center(int size) {
    return point_at(size / 2, size / 2);
}

// Chebyshev distance: 1 for all eight neighbors.
static inline int point_distance(Point a, Point b) {
    int dx = point_x(a) - point_x(b);
    int dy = point_y(a) - point_y(b);
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return dx > dy ? dx : dy;
}

static inline bool points_have(const Point *points, int count, Point p) {
    for (int i = 0; i < count; i++)
        if (points[i] == p)
            return true;
    return false;
}

// What can be on a point of the board.
typedef enum { EMPTY, BLACK, WHITE, WALL } Stone;

static inline Stone stone_other(Stone color) {
    return (Stone)(BLACK + WHITE - color);
}

// "Black" or "White".
static inline const char *stone_name(Stone color) {
    return color == BLACK ? "Black" : "White";
}

// "black" or "white", as in files and protocols; "" for EMPTY.
static inline const char *stone_word(Stone color) {
    return color == BLACK ? "black" : color == WHITE ? "white" : "";
}

// A non-owning view of the stones of a square board of any size, passed by value. One Stone per
// point, row by row, with WALL all around.
typedef struct {
    const uint8_t *at; // borrowed
    int size, stride;
} Grid;

static inline int grid_index(Grid g, int x, int y) {
    return (y + 1) * g.stride + x + 1;
}

static inline bool grid_has(Grid g, int x, int y) {
    return x >= 0 && y >= 0 && x < g.size && y < g.size;
}

// The eight symmetries: rotations and reflections of a square board. Their numbers are bits,
// applied in this order; 0 is the identity.
enum { MIRROR_X = 1, MIRROR_Y = 2, TRANSPOSE = 4, SYMMETRY_COUNT = 8 };

static inline Point symmetry_apply(int symmetry, Point p, int size) {
    int x = symmetry & MIRROR_X ? size - 1 - point_x(p) : point_x(p);
    int y = symmetry & MIRROR_Y ? size - 1 - point_y(p) : point_y(p);
    return symmetry & TRANSPOSE ? point_at(y, x) : point_at(x, y);
}
