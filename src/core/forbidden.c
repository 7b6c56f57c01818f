#include "core/forbidden.h"

#include <assert.h>

// One side of the line through a black stone on p: the run next to p, and what follows the first
// gap.
typedef struct {
    int run;    // black stones next to p
    Point gap;  // the first point that is not black
    bool open;  // the gap is empty
    int beyond; // black stones beyond the gap, if it is open
} Arm;

static Arm arm_of(const Board *b, Point p, int step) {
    Arm arm = {0};
    Point at = (Point)(p + step);
    for (; b->at[at] == BLACK; at = (Point)(at + step))
        arm.run++;
    arm.gap = at;
    arm.open = b->at[at] == EMPTY;
    if (arm.open)
        for (at = (Point)(at + step); b->at[at] == BLACK; at = (Point)(at + step))
            arm.beyond++;
    return arm;
}

typedef struct {
    Arm back, ahead;
    int length; // of the unbroken run through p
} LineArms;

static LineArms line_of(const Board *b, Point p, int step) {
    LineArms line = {.back = arm_of(b, p, -step), .ahead = arm_of(b, p, step)};
    line.length = line.back.run + 1 + line.ahead.run;
    return line;
}

// True if a stone in the gap of this arm makes exactly five.
static bool gap_makes_five(const LineArms *line, const Arm *arm) {
    return arm->open && line->length + 1 + arm->beyond == 5;
}

// Only the first gap on either side can complete a five: any farther point would leave a hole
// between it and p. So a line has at most two fours, and if the run itself is four long, both gaps
// complete the same one.
static int fours_in(const LineArms *line) {
    int ways = gap_makes_five(line, &line->back) + gap_makes_five(line, &line->ahead);
    return line->length == 4 && ways == 2 ? 1 : ways;
}

static bool is_straight_four(const LineArms *line) {
    return line->length == 4 && gap_makes_five(line, &line->back) &&
           gap_makes_five(line, &line->ahead);
}

// What a stone on p makes, except threes, which need recursive checks.
typedef struct {
    bool five, overline;
    int fours;
    int near_threes[STEP_COUNT]; // directions with enough stones for a three
    int near_three_count;
} Shape;

static Shape shape_of(const Board *b, Point p) {
    Shape shape = {0};
    for (int d = 0; d < STEP_COUNT; d++) {
        LineArms line = line_of(b, p, point_steps[d]);
        shape.five |= line.length == 5;
        shape.overline |= line.length > 5;
        shape.fours += fours_in(&line);
        if (line.length + line.back.beyond == 3 || line.length + line.ahead.beyond == 3)
            shape.near_threes[shape.near_three_count++] = point_steps[d];
    }
    return shape;
}

// A scratch board, and how many recursive checks are left.
typedef struct {
    Board board;
    int checks_left;
} Trial;

static bool is_forbidden(Trial *t, Point p, const Shape *shape);

static bool extends_to_straight_four(Trial *t, Point q, int step) {
    if (t->board.at[q] != EMPTY)
        return false;
    LineArms line = line_of(&t->board, q, step);
    if (!is_straight_four(&line))
        return false;
    Shape shape = shape_of(&t->board, q);
    return !shape.five && !is_forbidden(t, q, &shape);
}

// The stone that turns a three into a straight four fills the first gap on either side.
static bool has_three(Trial *t, Point p, int step) {
    LineArms line = line_of(&t->board, p, step);
    return extends_to_straight_four(t, line.back.gap, step) ||
           extends_to_straight_four(t, line.ahead.gap, step);
}

static bool is_double_three(Trial *t, Point p, const Shape *shape) {
    if (--t->checks_left < 0)
        return false;
    t->board.at[p] = BLACK;
    int threes = 0, left = shape->near_three_count;
    for (int i = 0; threes < 2 && threes + left >= 2; i++, left--)
        threes += has_three(t, p, shape->near_threes[i]);
    t->board.at[p] = EMPTY;
    return threes >= 2;
}

static bool is_forbidden(Trial *t, Point p, const Shape *shape) {
    return shape->overline || shape->fours >= 2 ||
           (shape->near_three_count >= 2 && is_double_three(t, p, shape));
}

PlayResult forbidden_check(const Board *b, Point p) {
    assert(b->at[p] == EMPTY);
    Shape shape = shape_of(b, p);
    if (shape.five)
        return PLAY_OK;
    if (shape.overline)
        return PLAY_OVERLINE;
    if (shape.fours >= 2)
        return PLAY_DOUBLE_FOUR;
    if (shape.near_three_count < 2)
        return PLAY_OK;
    Trial t = {*b, FORBIDDEN_CHECKS_MAX};
    return is_double_three(&t, p, &shape) ? PLAY_DOUBLE_THREE : PLAY_OK;
}
