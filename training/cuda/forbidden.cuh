// Forbidden points of black in renju: overline, double four, double three. Definitions and
// algorithm are those of src/core/forbidden.h, with two differences: lines are bitboards, and the
// recursion is limited by depth instead of by the number of checks.
#pragma once

#include "board.cuh"

enum { BLACK = 0, WHITE = 1 };

#ifdef RENJU

    // Recursion limit: a double three depends on whether its threes can become straight fours,
    // which depends on whether those points are double threes, and so on. Deeper ones count as
    // allowed.
    #define TRIALS_MAX 4

// The board with additional black stones.
template <int COUNT> struct Trial {
    const Scratch &s;
    int stones[COUNT + 1]; // the last one is unused: arrays cannot be empty
};

template <int COUNT> DEV Trial<COUNT + 1> with_stone(const Trial<COUNT> &t, int point) {
    Trial<COUNT + 1> more = {t.s, {}};
    #pragma unroll
    for (int i = 0; i < COUNT; i++)
        more.stones[i] = t.stones[i];
    more.stones[COUNT] = point;
    return more;
}

// One side of a black stone on a line: the run next to it, and what follows the first gap.
struct Arm {
    int run;    // adjacent black stones
    int gap;    // the first place that is not black; may be off the board
    int beyond; // black stones after the gap, if it is open
    bool open;  // the gap is empty
};

struct Run {
    Arm arms[2];
    int line, length; // of the unbroken run
};

DEV bool has_place(unsigned places, int place) {
    return place >= 0 && (places >> place & 1);
}

DEV Arm arm_from(unsigned black, unsigned empty, int place, int step) {
    Arm arm = {0, place + step, 0, false};
    for (; has_place(black, arm.gap); arm.gap += step)
        arm.run++;
    arm.open = has_place(empty, arm.gap);
    if (arm.open)
        for (int at = arm.gap + step; has_place(black, at); at += step)
            arm.beyond++;
    return arm;
}

// The run through a point in one direction, as if there were a black stone.
template <int COUNT> DEV Run run_through(const Trial<COUNT> &t, int point, int direction) {
    int row = point / SIZE, column = point % SIZE;
    int line = line_through(direction, row, column), place = place_on(direction, row, column);
    unsigned black = stones_of(t.s.lines[line], BLACK), empty = empty_places(t.s, line);
    #pragma unroll
    for (int i = 0; i < COUNT; i++) {
        int y = t.stones[i] / SIZE, x = t.stones[i] % SIZE;
        if (line_through(direction, y, x) == line) {
            unsigned stone = 1u << place_on(direction, y, x);
            black |= stone;
            empty &= ~stone;
        }
    }
    Run run = {{arm_from(black, empty, place, -1), arm_from(black, empty, place, 1)}, line, 0};
    run.length = run.arms[0].run + 1 + run.arms[1].run;
    return run;
}

DEV bool gap_makes_five(const Run &run, const Arm &arm) {
    return arm.open && run.length + 1 + arm.beyond == 5;
}

// The number of fours: two may be on one line; a straight four counts once.
DEV int fours_in(const Run &run) {
    int ways = gap_makes_five(run, run.arms[0]) + gap_makes_five(run, run.arms[1]);
    return run.length == 4 && ways == 2 ? 1 : ways;
}

DEV bool is_straight_four(const Run &run) {
    return run.length == 4 && gap_makes_five(run, run.arms[0]) && gap_makes_five(run, run.arms[1]);
}

// What a black stone at a point would be.
enum MoveKind { ALLOWED, FIVE, FORBIDDEN };

template <int COUNT>
DEV bool is_double_three(const Trial<COUNT> &t, int point, unsigned near_threes);

DEV bool is_double_three(const Trial<TRIALS_MAX> &, int, unsigned) {
    return false;
}

template <int COUNT> DEV MoveKind classify(const Trial<COUNT> &t, int point) {
    unsigned near_threes = 0; // directions with enough stones for a three
    int fours = 0;
    bool five = false, overline = false;
    #pragma unroll 1
    for (int direction = 0; direction < 4; direction++) {
        Run run = run_through(t, point, direction);
        five |= run.length == 5;
        overline |= run.length > 5;
        fours += fours_in(run);
        if (run.length + run.arms[0].beyond == 3 || run.length + run.arms[1].beyond == 3)
            near_threes |= 1u << direction;
    }
    if (five)
        return FIVE;
    bool forbidden = overline || fours >= 2 ||
                     (COUNT_BITS(near_threes) >= 2 && is_double_three(t, point, near_threes));
    return forbidden ? FORBIDDEN : ALLOWED;
}

// A three becomes a straight four by one more stone, in the first gap on either side. That stone
// must be allowed, with this one on the board.
template <int COUNT>
DEV bool is_double_three(const Trial<COUNT> &t, int point, unsigned near_threes) {
    Trial<COUNT + 1> more = with_stone(t, point);
    int threes = 0;
    #pragma unroll 1
    for (int i = 0; i < 8; i++) { // both sides in every direction
        int direction = i >> 1;
        if (!(near_threes >> direction & 1))
            continue;
        Run run = run_through(more, point, direction);
        const Arm &arm = run.arms[i & 1];
        if (!arm.open)
            continue;
        int next = point_on(run.line, arm.gap);
        if (is_straight_four(run_through(more, next, direction)) &&
            classify(more, next) == ALLOWED) {
            near_threes &= ~(1u << direction);
            if (++threes == 2)
                return true;
        }
    }
    return false;
}

// True if the empty point is forbidden to black. Every lane may check a different point.
DEV_CALL bool is_forbidden(const Scratch &s, int point) {
    Trial<0> board = {s, {}};
    return classify(board, point) == FORBIDDEN;
}

// Empty places that complete six or more in a row.
DEV unsigned overline_points(unsigned own, unsigned empty) {
    unsigned found = 0;
    #pragma unroll
    for (int gap = 0; gap < 6; gap++) {
        unsigned window = empty >> gap;
    #pragma unroll
        for (int j = 0; j < 6; j++)
            if (j != gap)
                window &= own >> j;
        found |= window << gap;
    }
    return found;
}

#endif

// True if the point is forbidden to this side. Computed from the stones.
DEV bool is_forbidden_to(const Scratch &s, int side, int point) {
#ifdef RENJU
    return side == BLACK && is_forbidden(s, point);
#else
    (void)s, (void)side, (void)point;
    return false;
#endif
}

// The same, looked up in the result of `analyze`.
DEV bool is_marked_forbidden(const Scratch &s, int side, int point) {
#ifdef RENJU
    return side == BLACK && s.forbidden[point];
#else
    (void)s, (void)side, (void)point;
    return false;
#endif
}
