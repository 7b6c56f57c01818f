// Bitboards for VCF search (continuous fours): each line as bits, with the windows of five points
// that the attacker can still fill. A window with three stones can become a four, one with four
// stones a five. All windows of a line are counted at once with bitwise adders.
//
// It knows no other shapes, so it is several times faster than a Position. fours_sync switches it
// to another board by changing only the stones that differ.
#pragma once

#include "core/board.h"

enum { FOURS_LINES = 64 }; // per direction; most are not on the board

// Bit i is the i-th point of the line, starting at 1. A window is identified by its first bit. It
// is listed only while it has no stone of the opponent and a five in it would win.
typedef struct {
    uint32_t own, other, empty;
    uint32_t twos, threes, fours; // windows with that many own stones, the rest empty
} FourLine;

// Restrictions on a winning five, as masks of all ones or zero.
typedef struct {
    uint32_t exact;     // no overline
    uint32_t unblocked; // not blocked at both ends
} WindowRules;

typedef struct {
    Board board; // only the stones; turn and winner are not used
    Stone own;   // the attacker
    WindowRules rules[2];
    uint64_t hash;               // Zobrist hash
    uint64_t active[STEP_COUNT]; // bit set of the lines with threes or fours
    FourLine lines[STEP_COUNT][FOURS_LINES];
} Fours;

// Undo data of one stone.
typedef struct {
    Point point;
    uint64_t hash;
    uint64_t active[STEP_COUNT];
    struct {
        uint32_t twos, threes, fours;
    } windows[STEP_COUNT];
} FoursUndo;

void fours_init(Fours *f, const Rules *rules, int size, Stone own);

// Updates to the stones of `b`, which must have the same rules and size.
void fours_sync(Fours *f, const Board *b);

void fours_place(Fours *f, Point p, Stone color, FoursUndo *undo);
void fours_remove(Fours *f, const FoursUndo *undo);

// Lists the points, without duplicates, where `color` makes five next, having just played `p`.
enum { FIVES_MAX = 8 };
int fours_five_points(const Fours *f, Stone color, Point p, Point fives[static FIVES_MAX]);

// True if `color` can make five anywhere on the board.
bool fours_has_five(const Fours *f, Stone color);

// The windows through `p` in a direction with three stones of `color`.
uint32_t fours_threes_through(const Fours *f, Stone color, int direction, Point p);

// True if `p` is forbidden to Black.
bool fours_is_foul(const Fours *f, Point p);

// A point's line in a direction, and its bit there.
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

// The point of a line and bit.
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

// The windows that contain the point with this bit.
static inline uint32_t fours_span(int bit) {
    return (uint32_t)((uint64_t)31 << bit >> 4);
}
