#include "core/forbidden.h"

#include <assert.h>

// How the line through a black stone on p continues at one side: its own run, and what follows the
// first gap.
typedef struct {
    int run;    // black stones next to p
    Point gap;  // the first point that is not black
    bool open;  // the gap is empty
    int beyond; // black stones behind the gap, if it is open
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
} Line;

static Line line_of(const Board *b, Point p, int step) {
    Line line = {.back = arm_of(b, p, -step), .ahead = arm_of(b, p, step)};
    line.length = line.back.run + 1 + line.ahead.run;
    return line;
}

// Does a stone in the gap of this arm join the run to exactly five?
static bool gap_makes_five(const Line *line, const Arm *arm) {
    return arm->open && line->length + 1 + arm->beyond == 5;
}

// A five-making point lies in the first gap at one side or the other: anything further off would
// leave a hole between it and p. So a line holds at most two fours, and when the run itself is four
// long both gaps complete the same one.
static int fours_in(const Line *line) {
    int ways = gap_makes_five(line, &line->back) + gap_makes_five(line, &line->ahead);
    return line->length == 4 && ways == 2 ? 1 : ways;
}

static bool is_straight_four(const Line *line) {
    return line->length == 4 && gap_makes_five(line, &line->back) &&
           gap_makes_five(line, &line->ahead);
}

static bool makes_five(const Board *b, Point p) {
    for (int d = 0; d < STEP_COUNT; d++)
        if (board_run_length(b, BLACK, p, point_steps[d]) == 5)
            return true;
    return false;
}

// `b` has the stone on p; the question whether q is forbidden goes one stone deeper from here.
static bool extends_to_straight_four(const Board *b, Point q, int step) {
    if (b->at[q] != EMPTY)
        return false;
    Line line = line_of(b, q, step);
    return is_straight_four(&line) && !makes_five(b, q) && forbidden_check(b, q) == PLAY_OK;
}

// The stone that turns a three into a straight four fills the first gap at either side.
static bool has_three(const Board *b, Point p, int step) {
    Line line = line_of(b, p, step);
    return extends_to_straight_four(b, line.back.gap, step) ||
           extends_to_straight_four(b, line.ahead.gap, step);
}

static bool is_double_three(const Board *b, Point p) {
    Board with = *b;
    with.at[p] = BLACK;
    int threes = 0;
    for (int d = 0; d < STEP_COUNT; d++)
        threes += has_three(&with, p, point_steps[d]);
    return threes >= 2;
}

PlayResult forbidden_check(const Board *b, Point p) {
    assert(b->at[p] == EMPTY);
    int fours = 0;
    bool overline = false;
    int may_be_three = 0; // lines with another black stone near enough to make a three with p
    for (int d = 0; d < STEP_COUNT; d++) {
        Line line = line_of(b, p, point_steps[d]);
        if (line.length == 5)
            return PLAY_OK;
        overline |= line.length > 5;
        fours += fours_in(&line);
        may_be_three += line.length + line.back.beyond >= 3 || line.length + line.ahead.beyond >= 3;
    }
    if (overline)
        return PLAY_OVERLINE;
    if (fours >= 2)
        return PLAY_DOUBLE_FOUR;
    return may_be_three >= 2 && is_double_three(b, p) ? PLAY_DOUBLE_THREE : PLAY_OK;
}
