// What a stone makes of a line, for every line there can be: the tables behind all tactics.
//
// A line is seen from an empty point: the five points to either side, each empty, black, white or
// off the board, two bits a point. From these ten points follows the Shape that a stone of either
// colour on the point would make. Shapes are not listed but defined by what one more stone makes of
// them, all the way up to a win, so one generator serves every rule set:
//
//   five         the stone wins
//   open four    two points make a five next, and no single stone takes both
//   double four  likewise, but as two separate fours; Black may not do that in renju
//   four         one point makes a five next
//   open three   some point makes an open four next
//   three        some point makes a four next
//   ... and so on down to lines in which no five is possible any more.
//
// The four shapes of a point, one a direction, make its Category: how urgent it is as a move.
#pragma once

#include "core/rules.h"
#include "core/stone.h"

#include <stdint.h>

typedef enum {
    SHAPE_DEAD,
    SHAPE_OVERLINE, // six or more where that is forbidden
    SHAPE_ONE,
    SHAPE_OPEN_ONE,
    SHAPE_TWO,
    SHAPE_OPEN_TWO,
    SHAPE_THREE,
    SHAPE_OPEN_THREE,
    SHAPE_FOUR,
    SHAPE_DOUBLE_FOUR,
    SHAPE_OPEN_FOUR,
    SHAPE_FIVE,
    SHAPE_COUNT,
} Shape;

// From harmless to decisive. What is at least CATEGORY_FOUR forces the other side.
typedef enum {
    CATEGORY_NONE,
    CATEGORY_SUSPECT, // maybe forbidden to Black: only core/forbidden.h knows
    CATEGORY_OPEN_TWO,
    CATEGORY_THREE,
    CATEGORY_TWO_OPEN_TWOS,
    CATEGORY_OPEN_THREE,
    CATEGORY_OPEN_THREES, // two or more
    CATEGORY_FOUR,
    CATEGORY_FOUR_PLUS,  // with something that a later four can build on
    CATEGORY_FOUR_THREE, // with an open three: wins unless the answer to the four is a four
    CATEGORY_OPEN_FOUR,  // also two fours at once
    CATEGORY_FIVE,
    CATEGORY_COUNT,
} Category;

enum {
    PATTERN_REACH = 5,                      // points seen to either side
    PATTERN_LINES = 1 << 4 * PATTERN_REACH, // two bits for each of them
    PATTERN_QUADS = 1 << 16,                // four shapes of four bits
};

// The two bits of a point in a line. Off the board is zero so that shifting fills with it.
enum { BITS_OFF = 0, BITS_BLACK = 1, BITS_WHITE = 2, BITS_EMPTY = 3 };

typedef struct {
    const Rules *rules;
    uint8_t shapes[PATTERN_LINES];        // Black's in the low four bits, White's in the high
    uint8_t categories[2][PATTERN_QUADS]; // by colour - BLACK and the four shapes
} Patterns;

// Some megabytes, made in some milliseconds; the same for everyone who plays by the same rules.
Patterns *patterns_new(const Rules *rules);
void patterns_free(Patterns *p);
