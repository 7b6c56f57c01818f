// A board of 15x15 as lines of bits: rows, columns and both diagonals in one word each, black in
// the low half and white in the high one. The place of a point on its line is its column, on a
// column its row.
#pragma once

#include "warp.cuh"

#define SIZE 15
#define POINTS (SIZE * SIZE)
#define LINES 88 // 15 rows, 15 columns, 29 + 29 diagonals
#define COLUMN_LINES 15
#define FALLING_LINES 44 // the diagonal with row = column
#define RISING_LINES 59  // the diagonal with row + column = 0
#define FULL_LINE 0x7fffu

#define FOURS_DEPTH 16 // of the solver: fours in a row
#define FOURS_WIDTH 24 // fours that it tries in a position

// What a warp knows of its game; in shared memory.
struct Scratch {
    uint32_t lines[LINES];
    uint16_t five[2][LINES], four[2][LINES], win[2][LINES], three[2][LINES]; // see tactics.cuh
    uint8_t code[POINTS + 7];
    // the solver's stack
    uint8_t fours[FOURS_DEPTH + 1][FOURS_WIDTH], count[FOURS_DEPTH + 1], next[FOURS_DEPTH + 1];
    uint8_t move[FOURS_DEPTH + 1], reply[FOURS_DEPTH + 1];
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

DEV unsigned stones_of(uint32_t line, int side) {
    return (line >> (16 * side)) & FULL_LINE;
}

DEV unsigned all_stones(uint32_t line) {
    return (line | (line >> 16)) & FULL_LINE;
}

DEV bool is_occupied(const Scratch &s, int row, int column) {
    return all_stones(s.lines[row]) >> column & 1;
}

DEV void load_lines(Scratch &s, const uint32_t *lines) {
    SYNC();
    for (int i = LANE; i < LINES; i += WARP)
        s.lines[i] = lines[i];
    SYNC();
}

DEV void store_lines(const Scratch &s, uint32_t *lines) {
    for (int i = LANE; i < LINES; i += WARP)
        lines[i] = s.lines[i];
}

// Puts a stone, or takes it away again.
DEV void toggle(Scratch &s, int point, int side) {
    SYNC();
    int row = point / SIZE, column = point % SIZE;
    for (int d = LANE; d < 4; d += WARP)
        s.lines[line_through(d, row, column)] ^= (1u << place_on(d, row, column)) << (16 * side);
    SYNC();
}

// Boards as rows of `stride` words, of which the first 15 count, turned: point p of the board is
// point sources[symmetry[game]][p] of the rows. Without symmetries sources[0] is taken.
struct Turned {
    const uint32_t *rows;
    int stride;
    const int32_t *symmetry;
    const int32_t *sources;
};

DEV void load_turned(Scratch &s, const Turned &turned, int game) {
    const uint32_t *rows = turned.rows + (size_t)game * turned.stride;
    const int32_t *source = turned.sources + (turned.symmetry ? turned.symmetry[game] : 0) * POINTS;
    SYNC();
    for (int line = LANE; line < LINES; line += WARP) {
        unsigned mask = line_mask(line);
        uint32_t stones = 0;
        for (int place = 0; place < SIZE; place++)
            if (mask >> place & 1) {
                int from = source[point_on(line, place)];
                stones |= (rows[from / SIZE] >> (from % SIZE) & 0x10001u) << place;
            }
        s.lines[line] = stones;
    }
    SYNC();
}

// The candidates of a row: empty points at most three rows and columns from a stone. While there
// are three stones or fewer the whole board counts, for a lone stone in a corner is best answered
// far away from it.
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

// All candidate rows, into `s.five[0]`, which whoever asks for candidates does not need any more.
DEV void find_candidates(Scratch &s) {
    SYNC();
    for (int row = LANE; row < SIZE; row += WARP)
        s.five[0][row] = (uint16_t)candidate_row(s, row);
    SYNC();
}

DEV bool is_candidate(const Scratch &s, int point) {
    return s.five[0][point / SIZE] >> (point % SIZE) & 1;
}
