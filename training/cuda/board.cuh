// Bitboards: a word for every row, column and diagonal, black in the low half and white in the high
// half. The place of a point on its line is its column; on a column it is its row. The board size
// is fixed at compile time: -DBOARD=20.
#pragma once

#include "warp.cuh"

#ifdef BOARD
    #define SIZE BOARD
#else
    #define SIZE 15
#endif
#define POINTS (SIZE * SIZE)
#define COLUMN_LINES SIZE
#define FALLING_LINES (3 * SIZE - 1) // the diagonal with row = column
#define RISING_LINES (4 * SIZE - 1)  // the diagonal with row + column = 0
#define LINES (6 * SIZE - 2)
#define FULL_LINE ((1u << SIZE) - 1u)

// A line with the stones of both colours, a bit for each place of a line, and a point: the smallest
// types that hold them, because they limit how many games fit into shared memory. Computations on
// the bits of one colour use `unsigned`.
#if SIZE <= 16
typedef uint32_t Line;
typedef uint16_t Places;
typedef uint8_t Point;
#else
typedef uint64_t Line;
typedef uint32_t Places;
typedef uint16_t Point;
#endif
#define HALF ((int)sizeof(Line) * 4) // bits per colour in a line
static_assert(SIZE >= 5 && SIZE <= 25, "the board size must be 5 to 25");

#define VCF_DEPTH 16 // of the VCF solver: fours one after the other
#define VCF_WIDTH 24 // fours that it tries in a position

// The working memory of a warp, for one game; in shared memory.
struct Scratch {
    Line lines[LINES];
    Places five[2][LINES], four[2][LINES], win[2][LINES], three[2][LINES]; // see tactics.cuh
#ifdef RENJU
    Places overline[LINES];    // where black would make six or more
    uint8_t forbidden[POINTS]; // to black: 1 or 0
#endif
    uint8_t code[POINTS];
    // the stack of the VCF solver
    Point fours[VCF_DEPTH + 1][VCF_WIDTH], move[VCF_DEPTH + 1], reply[VCF_DEPTH + 1];
    uint8_t count[VCF_DEPTH + 1], next[VCF_DEPTH + 1];
};

// The line through a point in one of four directions, and the point's place on it.
DEV int line_through(int direction, int row, int column) {
    switch (direction) {
    case 0:
        return row;
    case 1:
        return COLUMN_LINES + column;
    case 2:
        return FALLING_LINES + row - column;
    default:
        return RISING_LINES + row + column;
    }
}

DEV int place_on(int direction, int row, int column) {
    return direction == 1 ? row : column;
}

DEV int point_on(int line, int place) {
    if (line < COLUMN_LINES)
        return line * SIZE + place;
    if (line < 2 * SIZE)
        return place * SIZE + line - COLUMN_LINES;
    if (line < RISING_LINES)
        return (place + line - FALLING_LINES) * SIZE + place;
    return (line - RISING_LINES - place) * SIZE + place;
}

// The places of a line that are on the board.
DEV unsigned line_mask(int line) {
    if (line < 2 * SIZE)
        return FULL_LINE;
    int first, last;
    if (line < RISING_LINES) {
        int offset = line - FALLING_LINES;
        first = offset < 0 ? -offset : 0;
        last = offset < 0 ? SIZE - 1 : SIZE - 1 - offset;
    } else {
        int sum = line - RISING_LINES;
        first = sum < SIZE ? 0 : sum - (SIZE - 1);
        last = sum < SIZE ? sum : SIZE - 1;
    }
    return ((2u << last) - 1u) & ~((1u << first) - 1u);
}

DEV unsigned stones_of(Line line, int side) {
    return (unsigned)(line >> (HALF * side)) & FULL_LINE;
}

DEV unsigned all_stones(Line line) {
    return (unsigned)(line | (line >> HALF)) & FULL_LINE;
}

DEV unsigned empty_places(const Scratch &s, int line) {
    return line_mask(line) & ~all_stones(s.lines[line]);
}

DEV bool is_occupied(const Scratch &s, int row, int column) {
    return all_stones(s.lines[row]) >> column & 1;
}

DEV void load_lines(Scratch &s, const Line *lines) {
    SYNC();
    for (int i = LANE; i < LINES; i += WARP)
        s.lines[i] = lines[i];
    SYNC();
}

DEV void store_lines(const Scratch &s, Line *lines) {
    for (int i = LANE; i < LINES; i += WARP)
        lines[i] = s.lines[i];
}

// Places a stone, or removes it again.
DEV void toggle(Scratch &s, int point, int side) {
    SYNC();
    int row = point / SIZE, column = point % SIZE;
    for (int d = LANE; d < 4; d += WARP)
        s.lines[line_through(d, row, column)] ^= (Line)1
                                                 << (place_on(d, row, column) + HALF * side);
    SYNC();
}

// Boards under the symmetries of the board: each has `stride` words, the first SIZE are its rows.
// Point p of the transformed board is point sources[symmetry[game]][p] of the rows. If symmetry is
// NULL, sources[0] is used.
struct Transformed {
    const Line *rows;
    int stride;
    const int32_t *symmetry;
    const int32_t *sources;
};

DEV void load_transformed(Scratch &s, const Transformed &boards, int game) {
    const Line *rows = boards.rows + (size_t)game * boards.stride;
    const int32_t *source = boards.sources + (boards.symmetry ? boards.symmetry[game] : 0) * POINTS;
    const Line both = (Line)1 << HALF | 1;
    SYNC();
    for (int line = LANE; line < LINES; line += WARP) {
        unsigned mask = line_mask(line);
        Line stones = 0;
        for (int place = 0; place < SIZE; place++)
            if (mask >> place & 1) {
                int from = source[point_on(line, place)];
                stones |= (rows[from / SIZE] >> (from % SIZE) & both) << place;
            }
        s.lines[line] = stones;
    }
    SYNC();
}

// The candidate moves of a row: empty points at most three rows and columns away from a stone. With
// three stones or fewer, all empty points: a lone stone in a corner is best answered far away.
DEV unsigned candidate_row(const Scratch &s, int row) {
    unsigned near = 0;
    int stones = 0;
    for (int r = 0; r < SIZE; r++) {
        unsigned taken = all_stones(s.lines[r]);
        stones += COUNT_BITS(taken);
        if (r >= row - 3 && r <= row + 3)
            near |= taken;
    }
    near |= (near << 1) | (near >> 1);
    near |= (near << 2) | (near >> 2);
    if (stones <= 3)
        near = FULL_LINE;
    return near & FULL_LINE & ~all_stones(s.lines[row]);
}

// All candidate rows, into `s.five[0]`: callers do not need its contents any more.
DEV void find_candidates(Scratch &s) {
    SYNC();
    for (int row = LANE; row < SIZE; row += WARP)
        s.five[0][row] = (Places)candidate_row(s, row);
    SYNC();
}

DEV bool is_candidate(const Scratch &s, int point) {
    return s.five[0][point / SIZE] >> (point % SIZE) & 1;
}
