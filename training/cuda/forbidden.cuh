// Where black must not play in renju: overline, double four, double three. The definitions are
// those of src/core/forbidden.h, and so is the way they are asked here, with two differences: a
// line is words of bits, and questions inside questions end at a depth instead of a number.
#pragma once

#include "board.cuh"

enum { BLACK = 0, WHITE = 1 };

#ifdef RENJU

    // Stones that are tried one on top of the other: a double three is asked whether its threes can
    // grow, these points whether they are double threes, and so on. Deeper ones are taken for none.
    #define TRIALS_MAX 4

// The board with some more black stones.
template <int COUNT> struct Trial {
    const Scratch &s;
    int stones[COUNT + 1]; // the last one is not used: no array is empty
};

template <int COUNT> DEV Trial<COUNT + 1> with_stone(const Trial<COUNT> &t, int point) {
    Trial<COUNT + 1> more = {t.s, {}};
    #pragma unroll
    for (int i = 0; i < COUNT; i++)
        more.stones[i] = t.stones[i];
    more.stones[COUNT] = point;
    return more;
}

// How a line goes on at one side of a black stone: its own run, and what follows the first gap.
struct Arm {
    int run;    // black stones next to it
    int gap;    // the first place that is not black, perhaps off the board
    int beyond; // black stones behind the gap, if it is open
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

// The run through a point in one direction if there were a black stone.
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

// Two fours may lie in one line; the two ways to complete a straight four are one.
DEV int fours_in(const Run &run) {
    int ways = gap_makes_five(run, run.arms[0]) + gap_makes_five(run, run.arms[1]);
    return run.length == 4 && ways == 2 ? 1 : ways;
}

DEV bool is_straight_four(const Run &run) {
    return run.length == 4 && gap_makes_five(run, run.arms[0]) && gap_makes_five(run, run.arms[1]);
}

// What a black stone is good for, and whether it may be put.
enum Answer { FREE, FIVE, FOUL };

template <int COUNT>
DEV bool is_double_three(const Trial<COUNT> &t, int point, unsigned near_threes);

DEV bool is_double_three(const Trial<TRIALS_MAX> &, int, unsigned) {
    return false;
}

template <int COUNT> DEV Answer ask(const Trial<COUNT> &t, int point) {
    unsigned near_threes = 0; // directions with stones enough for a three
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
    bool foul = overline || fours >= 2 ||
                (COUNT_BITS(near_threes) >= 2 && is_double_three(t, point, near_threes));
    return foul ? FOUL : FREE;
}

// A three is what one more stone, in the first gap at either side, makes a straight four; that
// stone must be free, which is asked with this one on the board.
template <int COUNT>
DEV bool is_double_three(const Trial<COUNT> &t, int point, unsigned near_threes) {
    Trial<COUNT + 1> more = with_stone(t, point);
    int threes = 0;
    #pragma unroll 1
    for (int i = 0; i < 8; i++) { // directions, and in each both sides
        int direction = i >> 1;
        if (!(near_threes >> direction & 1))
            continue;
        Run run = run_through(more, point, direction);
        const Arm &arm = run.arms[i & 1];
        if (!arm.open)
            continue;
        int next = point_on(run.line, arm.gap);
        if (is_straight_four(run_through(more, next, direction)) && ask(more, next) == FREE) {
            near_threes &= ~(1u << direction);
            if (++threes == 2)
                return true;
        }
    }
    return false;
}

// Is the empty point forbidden to black on the board as it is? Every lane may ask for another one.
DEV_CALL bool is_forbidden(const Scratch &s, int point) {
    Trial<0> board = {s, {}};
    return ask(board, point) == FOUL;
}

// Empty places with which six or more stand in a row.
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

// Must this side not play there? On the board as it is.
DEV bool is_foul(const Scratch &s, int side, int point) {
#ifdef RENJU
    return side == BLACK && is_forbidden(s, point);
#else
    (void)s, (void)side, (void)point;
    return false;
#endif
}

// The same from what `analyze` has found.
DEV bool is_barred(const Scratch &s, int side, int point) {
#ifdef RENJU
    return side == BLACK && s.forbidden[point];
#else
    (void)s, (void)side, (void)point;
    return false;
#endif
}
