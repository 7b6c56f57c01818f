// Pattern tables: the shape (four, open three ...) that a stone would make, for every possible
// line. All tactics, the classical evaluation and move ordering are based on them.
//
// A line is seen from an empty point: the points within reach on both sides, each empty, black,
// white or off the board, two bits per point. It determines the Shape that a stone of either color
// on the point would make. Shapes are not listed by hand. They are defined recursively by what one
// more stone makes of them, up to a win, so one generator serves every rule set:
//
//   five         the stone wins
//   open four    two points make a five next, and no single stone blocks both
//   double four  the same, but as two separate fours; forbidden to Black in renju
//   four         one point makes a five next
//   open three   some point makes an open four next; wide if two or more do
//   three        some point makes a four next
//   open two     some point makes an open three next; narrow, plain or wide by how many do
//   ... and so on down to lines in which no five is possible.
//
// A quad is the four shapes of a point, one per direction. Its code ignores their order. A code has
// a Category, the tactical urgency of a move there, and weights (engine/eval/weights.h).
#pragma once

#include "core/point.h"
#include "core/rules.h"
#include "engine/eval/weights.h"

#include <stdint.h>

typedef enum {
    SHAPE_DEAD,
    SHAPE_OVERLINE, // six or more, where forbidden
    SHAPE_ONE,
    SHAPE_OPEN_ONE,
    SHAPE_TWO,
    SHAPE_OPEN_TWO_NARROW,
    SHAPE_OPEN_TWO,
    SHAPE_OPEN_TWO_WIDE,
    SHAPE_THREE,
    SHAPE_OPEN_THREE,
    SHAPE_OPEN_THREE_WIDE,
    SHAPE_FOUR,
    SHAPE_DOUBLE_FOUR,
    SHAPE_OPEN_FOUR,
    SHAPE_FIVE,
    SHAPE_COUNT,
} Shape;

// From harmless to decisive. From CATEGORY_FOUR on the opponent has to answer.
typedef enum {
    CATEGORY_DEAD, // no five is possible through the point
    CATEGORY_NONE,
    CATEGORY_SUSPECT, // possibly forbidden to Black: check with core/forbidden.h
    CATEGORY_OPEN_TWO,
    CATEGORY_THREE,
    CATEGORY_TWO_OPEN_TWOS,
    CATEGORY_THREE_PLUS, // two threes, or a three and an open two
    CATEGORY_OPEN_THREE,
    CATEGORY_OPEN_THREE_PLUS, // with a three or an open two
    CATEGORY_OPEN_THREES,     // two or more
    CATEGORY_FOUR,
    CATEGORY_FOUR_PLUS,  // with something that a later four can build on
    CATEGORY_FOUR_THREE, // with an open three: wins unless the answer to the four is a four
    CATEGORY_OPEN_FOUR,  // or two fours at once
    CATEGORY_FIVE,
    CATEGORY_COUNT,
    CATEGORY_LANES = 16, // vector lanes for the counts
} Category;

enum {
    PATTERN_REACH_MAX = 5,                      // relevant points on each side
    PATTERN_LINES = 1 << 4 * PATTERN_REACH_MAX, // two bits per point
    PATTERN_QUADS = 1 << 16,                    // four shapes of four bits
};

// The two bits of a point in a line. Off the board is zero, so shifts fill with it.
enum { BITS_OFF = 0, BITS_BLACK = 1, BITS_WHITE = 2, BITS_EMPTY = 3 };

// An empty point: 16 bytes, added, saved and restored as one SIMD vector, because a move updates up
// to forty of them.
typedef int16_t CellLanes __attribute__((vector_size(16)));
typedef union {
    struct {
        uint32_t quads;        // four shapes of four bits by direction: Black's low, White's high
        int16_t values[2];     // classical evaluation, by color - BLACK
        int16_t scores[2];     // move ordering, by the color to move
        uint8_t categories[2]; // by color - BLACK
        int16_t point;         // this point, so that a saved cell can be restored
    };
    CellLanes lanes;
} PatternCell;

typedef struct {
    const Rules *rules;
    int reach; // 4 for freestyle; 5 if overlines or blocked ends matter
    int16_t threat[WEIGHTS_THREATS];
    PatternCell rows[2][WEIGHTS_CODES]; // added to a cell for a code, by color - BLACK
    uint16_t codes[PATTERN_QUADS];      // by quad
    uint8_t shapes[PATTERN_LINES]; // by line: Black's in the low four bits, White's in the high
} Patterns;

// Code and category of four shapes, in any order.
int pattern_code(const Shape shapes[static 4]);
Category pattern_category(const SideRules *side, const Shape shapes[static 4]);

// Takes a few megabytes and a few milliseconds. Uses the default weights of the rule set, or
// `weights`.
Patterns *patterns_new(const Rules *rules);
Patterns *patterns_new_with_weights(const Rules *rules, const Weights *weights);
void patterns_free(Patterns *p);

static inline const PatternCell *patterns_row(const Patterns *p, Stone color, unsigned quad) {
    return &p->rows[color - BLACK][p->codes[quad]];
}

// Shape generator (shapes.c): fills Patterns.shapes for lines of `reach` points on each side.
void shapes_fill(const Rules *rules, int reach, uint8_t shapes[static PATTERN_LINES]);
