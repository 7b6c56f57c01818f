// What a stone makes of a line, for every line there can be: the tables behind all tactics.
//
// A line is seen from an empty point: some points to either side, each empty, black, white or off
// the board, two bits a point. From these follows the Shape that a stone of either colour on the
// point would make. Shapes are not listed but defined by what one more stone makes of them, all the
// way up to a win, so one generator serves every rule set:
//
//   five         the stone wins
//   open four    two points make a five next, and no single stone takes both
//   double four  likewise, but as two separate fours; Black may not do that in renju
//   four         one point makes a five next
//   open three   some point makes an open four next; wide if two or more do
//   three        some point makes a four next
//   open two     some point makes an open three next; by how many: narrow, plain, wide
//   ... and so on down to lines in which no five is possible any more.
//
// The four shapes of a point, one a direction, make a quad. Which of them lies in which direction
// does not matter, so quads have codes, the same for the same four shapes in any order. A code has
// a Category, how urgent the point is as a move, and what engine/eval/weights.h says it is worth.
#pragma once

#include "core/rules.h"
#include "core/stone.h"
#include "engine/eval/weights.h"

#include <stdint.h>

typedef enum {
    SHAPE_DEAD,
    SHAPE_OVERLINE, // six or more where that is forbidden
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

// From harmless to decisive. What is at least CATEGORY_FOUR forces the other side.
typedef enum {
    CATEGORY_DEAD, // no five is possible through the point
    CATEGORY_NONE,
    CATEGORY_SUSPECT, // maybe forbidden to Black: only core/forbidden.h knows
    CATEGORY_OPEN_TWO,
    CATEGORY_THREE,
    CATEGORY_TWO_OPEN_TWOS,
    CATEGORY_THREE_PLUS, // with a second one or an open two
    CATEGORY_OPEN_THREE,
    CATEGORY_OPEN_THREE_PLUS, // with a three or an open two
    CATEGORY_OPEN_THREES,     // two or more
    CATEGORY_FOUR,
    CATEGORY_FOUR_PLUS,  // with something that a later four can build on
    CATEGORY_FOUR_THREE, // with an open three: wins unless the answer to the four is a four
    CATEGORY_OPEN_FOUR,  // also two fours at once
    CATEGORY_FIVE,
    CATEGORY_COUNT,
    CATEGORY_LANES = 16, // room for a count of each in vectors
} Category;

enum {
    PATTERN_REACH_MAX = 5,                      // points that matter to either side, at most
    PATTERN_LINES = 1 << 4 * PATTERN_REACH_MAX, // two bits for each of them
    PATTERN_QUADS = 1 << 16,                    // four shapes of four bits
};

// The two bits of a point in a line. Off the board is zero so that shifting fills with it.
enum { BITS_OFF = 0, BITS_BLACK = 1, BITS_WHITE = 2, BITS_EMPTY = 3 };

// An empty point: sixteen bytes that are added, saved and put back as eight numbers at once,
// because a move looks at forty of them.
typedef int16_t CellLanes __attribute__((vector_size(16)));
typedef union {
    struct {
        uint32_t quads;        // Black's four shapes of four bits, by direction, below White's
        int16_t values[2];     // what they are worth, by colour - BLACK
        int16_t scores[2];     // how soon to try a move there, for the colour that would make it
        uint8_t categories[2]; // by colour - BLACK
        int16_t point;         // which one it is, so that a saved cell knows where it belongs
    };
    CellLanes lanes;
} PatternCell;

typedef struct {
    const Rules *rules;
    int reach; // 4 where six are as good as five and nothing beyond a five matters, else 5
    int16_t threat[WEIGHTS_THREATS];
    PatternCell rows[2][WEIGHTS_CODES]; // what one colour's code adds to a cell, by colour - BLACK
    uint16_t codes[PATTERN_QUADS];      // of four shapes of four bits
    uint8_t shapes[PATTERN_LINES];      // Black's in the low four bits, White's in the high
} Patterns;

// The code of four shapes and what it is as a move, in whatever order they come.
int pattern_code(const Shape shapes[static 4]);
Category pattern_category(const SideRules *side, const Shape shapes[static 4]);

// Some megabytes, made in some milliseconds; the same for everyone who plays by the same rules.
// The second takes other weights than the rule set's own.
Patterns *patterns_new(const Rules *rules);
Patterns *patterns_new_with_weights(const Rules *rules, const Weights *weights);
void patterns_free(Patterns *p);

static inline const PatternCell *patterns_row(const Patterns *p, Stone color, unsigned quad) {
    return &p->rows[color - BLACK][p->codes[quad]];
}
