// Kernels on games: openings, moves, results, VCF solver.
#pragma once

#include "tactics.cuh"

// Plays the first stones[game] of the `stride` points with alternating colours; occupied and
// forbidden points are skipped. Status 0: neither side can make five, and the side to move has no
// winning four.
DEV void game_opening(Scratch &s, Line *lines, int8_t *to_move, const int32_t *points,
                      const int32_t *stones, int stride, int8_t *status, int game) {
    SYNC();
    for (int i = LANE; i < LINES; i += WARP)
        s.lines[i] = 0;
    SYNC();
    int side = 0;
    for (int i = 0; i < stones[game] && i < stride; i++) {
        int point = points[(size_t)game * stride + i];
        if (is_occupied(s, point / SIZE, point % SIZE) || is_forbidden_to(s, side, point))
            continue;
        toggle(s, point, side);
        side ^= 1;
    }
    analyze(s);
    unsigned codes = find_codes(s, side);
    store_lines(s, lines + (size_t)game * LINES);
    if (LANE == 0) {
        to_move[game] = (int8_t)side;
        status[game] = (codes & (OWN_FIVE | OTHER_FIVE | OWN_WIN)) != 0;
    }
}

// Plays a move, unless it is negative, and the blocks it forces; status as in `play_forced`.
DEV void game_play(Scratch &s, Line *lines, int8_t *to_move, const int32_t *move, int8_t *status,
                   int game) {
    if (move[game] < 0)
        return;
    load_lines(s, lines + (size_t)game * LINES);
    int side = to_move[game];
    int result = play_forced(s, move[game], side);
    store_lines(s, lines + (size_t)game * LINES);
    if (LANE == 0) {
        to_move[game] = (int8_t)side;
        status[game] = (int8_t)result;
    }
}

// If the game is done: writes its result to all of its positions that are still in the replay
// buffer [ring, games]. The game started at step start[game] and ended at step `now`; winner 2 is a
// draw.
DEV void game_label(const int8_t *done, const int8_t *winner, const int32_t *start, int now,
                    int ring, int games, const int8_t *side, int8_t *result, int game) {
    if (!done[game])
        return;
    int first = now - start[game] < ring ? start[game] : now - ring + 1;
    for (int step = first + LANE; step <= now; step += WARP) {
        size_t at = (size_t)(step % ring) * games + game;
        result[at] = winner[game] == 2 ? 0 : winner[game] == side[at] ? 1 : -1;
    }
}

// The first move of a VCF win, or -1; -2 if the solver did not restore the board (checked by
// tests).
DEV void game_solve_vcf(Scratch &s, const Line *lines, const int8_t *to_move, int budget,
                        int32_t *first, int game) {
    load_lines(s, lines + (size_t)game * LINES);
    analyze(s);
    unsigned codes = find_codes(s, to_move[game]);
    int move = -1;
    if (!(codes & (OWN_FIVE | OTHER_FIVE)) && !solve_vcf(s, to_move[game], budget, move))
        move = -1;
    unsigned changed = 0;
    for (int i = LANE; i < LINES; i += WARP)
        changed |= s.lines[i] != lines[(size_t)game * LINES + i];
    changed = warp_or(changed);
    if (LANE == 0)
        first[game] = changed ? -2 : move;
}
