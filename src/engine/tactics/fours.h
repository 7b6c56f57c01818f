// The board as an attack by fours sees it: lines of bits, and in each line the windows of five
// points that one side can still fill. A window with three stones is a four to be made, one with
// four a five; both are found for a whole line at once by counting in parallel.
//
// It knows no other shapes, which makes it several times faster than a Position, and it follows a
// board by the stones that differ.
#pragma once

#include "core/board.h"

enum { FOURS_LINES = 64 }; // of each direction, by number; most are not on the board

// Bit i is the i-th point of the line, from 1. A window is known by its first bit. It counts while
// no stone of the other side stands in it and five stones in it would win.
typedef struct {
    uint32_t own, other, empty;
    uint32_t twos, threes, fours; // windows with so many own stones, the rest empty
} FourLine;

// What a five must not be, as masks of all ones or zero.
typedef struct {
    uint32_t exact, unheld;
} WindowRules;

typedef struct {
    Board board; // stones only; its turn and winner mean nothing
    Stone own;   // the attacker
    WindowRules rules[2];
    uint64_t hash;
    uint64_t active[STEP_COUNT]; // lines with threes or fours, a bit each
    FourLine lines[STEP_COUNT][FOURS_LINES];
} Fours;

// What placing a stone changed.
typedef struct {
    Point point;
    uint64_t hash;
    uint64_t active[STEP_COUNT];
    struct {
        uint32_t twos, threes, fours;
    } windows[STEP_COUNT];
} FoursUndo;

void fours_init(Fours *f, const Rules *rules, int size, Stone own);

// Makes it the position of `b`, whose rules and size it has.
void fours_sync(Fours *f, const Board *b);

void fours_place(Fours *f, Point p, Stone color, FoursUndo *undo);
void fours_remove(Fours *f, const FoursUndo *undo);

// Where `color`, which has just played `p`, makes five next: different points, at most this many.
enum { FIVES_MAX = 8 };
int fours_five_points(const Fours *f, Stone color, Point p, Point fives[static FIVES_MAX]);

// The same anywhere on the board.
bool fours_has_five(const Fours *f, Stone color);

// The windows through `p` in a direction that hold three stones of `color`.
uint32_t fours_threes_through(const Fours *f, Stone color, int direction, Point p);

// Is `p` forbidden to Black?
bool fours_is_foul(const Fours *f, Point p);

// A point's line in a direction, and its place there.
static inline int fours_line(int direction, Point p) {
    int x = p % POINT_STRIDE, y = p / POINT_STRIDE;
    switch (direction) {
    case 0:
        return y;
    case 1:
        return x;
    case 2:
        return x - y + POINT_STRIDE;
    default:
        return x + y;
    }
}

static inline int fours_bit(int direction, Point p) {
    return direction == 1 ? p / POINT_STRIDE : p % POINT_STRIDE;
}

// And back.
static inline Point fours_point(int direction, int line, int bit) {
    switch (direction) {
    case 0:
        return (Point)(line * POINT_STRIDE + bit);
    case 1:
        return (Point)(bit * POINT_STRIDE + line);
    case 2:
        return (Point)((bit - line + POINT_STRIDE) * POINT_STRIDE + bit);
    default:
        return (Point)((line - bit) * POINT_STRIDE + bit);
    }
}

// The windows that hold the point with this bit.
static inline uint32_t fours_span(int bit) {
    return (uint32_t)((uint64_t)31 << bit >> 4);
}
