// Games: openings, moves, results, and wins by fours for whoever asks.
#pragma once

#include "tactics.cuh"

// The first stones[game] of the `stride` points given, colours in turn; those that are taken or
// forbidden are left out. Status 0: nobody can make five, and the side to move has no winning four.
DEV void game_opening(Scratch &s, Line *lines, int8_t *to_move, const int32_t *points,
                      const int32_t *stones, int stride, int8_t *status, int game) {
    SYNC();
    for (int i = LANE; i < LINES; i += WARP)
        s.lines[i] = 0;
    SYNC();
    int side = 0;
    for (int i = 0; i < stones[game] && i < stride; i++) {
        int point = points[(size_t)game * stride + i];
        if (is_occupied(s, point / SIZE, point % SIZE) || is_foul(s, side, point))
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

// Plays a move, unless it is negative, and what it forces; status as `play_forced` says.
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

// If the game is done: its result for every position of it that is still in the ring [ring, games].
// It began with step start[game] and ended with step `now`; winner 2 is nobody.
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

// The first move of a win by fours, or -1; -2 if the solver did not leave the board as it was,
// which only a test will ever see.
DEV void game_solve_fours(Scratch &s, const Line *lines, const int8_t *to_move, int budget,
                          int32_t *first, int game) {
    load_lines(s, lines + (size_t)game * LINES);
    analyze(s);
    unsigned codes = find_codes(s, to_move[game]);
    int move = -1;
    if (!(codes & (OWN_FIVE | OTHER_FIVE)) && !solve_fours(s, to_move[game], budget, move))
        move = -1;
    unsigned changed = 0;
    for (int i = LANE; i < LINES; i += WARP)
        changed |= s.lines[i] != lines[(size_t)game * LINES + i];
    changed = warp_or(changed);
    if (LANE == 0)
        first[game] = changed ? -2 : move;
}
