// Network inputs: planes for the teacher, line numbers for the student.
#pragma once

#include "tactics.cuh"

// Own stones, opponent's stones, ones, the eight bits of the tactical code; in renju also whether
// black is to move and the points forbidden to black; the rest are zero, for alignment.
#define PLANES 16
#define FORBIDDEN_PLANE 12

// Writes the planes of every point as bf16. The board must be analyzed and have its codes.
DEV void write_planes(const Scratch &s, int to_move, uint16_t *out) {
    const uint32_t one = 0x3F80u, high_one = one << 16; // two of them share a word
    for (int i = LANE; i < POINTS; i += WARP) {
        int row = i / SIZE, column = i % SIZE;
        unsigned code = s.code[i];
        bool own = stones_of(s.lines[row], to_move) >> column & 1;
        bool other = stones_of(s.lines[row], 1 - to_move) >> column & 1;
        uint32_t words[PLANES / 2] = {(own ? one : 0) | (other ? high_one : 0)};
        words[1] = one | (code & OWN_FIVE ? high_one : 0);
        words[2] = (code & OTHER_FIVE ? one : 0) | (code & OWN_WIN ? high_one : 0);
        words[3] = (code & OTHER_WIN ? one : 0) | (code & OWN_FOUR ? high_one : 0);
        words[4] = (code & OTHER_FOUR ? one : 0) | (code & OWN_THREE ? high_one : 0);
        words[5] = code & OTHER_THREE ? one : 0;
#ifdef RENJU
        words[5] |= to_move == BLACK ? high_one : 0;
        words[6] = is_marked_forbidden(s, BLACK, i) ? one : 0;
#endif
#ifdef __CUDACC__
        uint4 *target = (uint4 *)(out + (size_t)i * PLANES);
        target[0] = make_uint4(words[0], words[1], words[2], words[3]);
        target[1] = make_uint4(words[4], words[5], words[6], words[7]);
#else
        memcpy(out + (size_t)i * PLANES, words, sizeof words);
#endif
    }
}

// Planes [games, POINTS, PLANES] and codes [games, POINTS]; NULL if not needed.
DEV void game_features(Scratch &s, const Transformed &boards, const int8_t *to_move,
                       uint16_t *planes, uint8_t *codes, int game) {
    load_transformed(s, boards, game);
    analyze(s);
    find_codes(s, to_move[game]);
    if (planes)
        write_planes(s, to_move[game], planes + (size_t)game * POINTS * PLANES);
    if (codes)
        for (int i = LANE; i < POINTS; i += WARP)
            codes[(size_t)game * POINTS + i] = s.code[i];
}

// The number of an arm: one side of the line through a point, outwards to the border or `reach`.
// The sum of (1 + digit) * 3^i, digits 0 empty, 1 own, 2 other; the same as in
// training/codebook.py.
DEV int arm_number(unsigned own, unsigned other, unsigned mask, int place, int step, int reach) {
    int number = 0, power = 1;
    for (int j = 1; j <= reach; j++, power *= 3) {
        int at = place + step * j;
        if (at < 0 || !(mask >> at & 1))
            break;
        number += power * (int)(1 + (own >> at & 1) + 2 * (other >> at & 1));
    }
    return number;
}

// The line numbers of every point [games, POINTS, 2, 4], first with the side to move as "own"; and
// the candidate moves [games, POINTS], without forbidden points.
DEV void game_line_numbers(Scratch &s, const Transformed &boards, const int8_t *to_move, int reach,
                           int32_t *numbers, uint8_t *candidates, int game) {
    load_transformed(s, boards, game);
    int arms = 0;
    for (int j = 0, power = 1; j <= reach; j++, power *= 3)
        arms += power;
    for (int i = LANE; i < POINTS; i += WARP) {
        int row = i / SIZE, column = i % SIZE;
        for (int d = 0; d < 4; d++) {
            int line = line_through(d, row, column), place = place_on(d, row, column);
            unsigned mask = line_mask(line);
            for (int half = 0; half < 2; half++) {
                int side = half ? 1 - to_move[game] : to_move[game];
                unsigned own = stones_of(s.lines[line], side);
                unsigned other = stones_of(s.lines[line], 1 - side);
                int centre = (int)((own >> place & 1) + 2 * (other >> place & 1));
                int first = arm_number(own, other, mask, place, -1, reach);
                int second = arm_number(own, other, mask, place, 1, reach);
                numbers[(((size_t)game * POINTS + i) * 2 + half) * 4 + d] =
                    (centre * arms + first) * arms + second;
            }
        }
    }
#ifdef RENJU
    if (to_move[game] == BLACK)
        analyze(s);
#endif
    find_candidates(s);
    for (int i = LANE; i < POINTS; i += WARP)
        candidates[(size_t)game * POINTS + i] =
            is_candidate(s, i) && !is_marked_forbidden(s, to_move[game], i);
}
