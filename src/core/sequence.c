#include "core/sequence.h"

#include "base/number.h"

#include <string.h>

Bound grid_run_bound(Grid g, int end, int length, int step) {
    return (Bound)((g.at[end - length * step] == EMPTY) + (g.at[end + step] == EMPTY));
}

// Counts a run only from its first stone, the one whose predecessor has another color.
static void count_from(Grid g, int length, int start, int step, SequenceCount *count) {
    const uint8_t color = g.at[start];
    if (g.at[start - step] == color)
        return;
    int end = start, stones = 1;
    for (; g.at[end + step] == color; end += step) // the border stops it
        stones++;
    if (stones == length)
        count->runs[grid_run_bound(g, end, length, step)]++;
}

SequenceCount grid_count_line(Grid g, Stone color, int length, int start, int step) {
    SequenceCount count = {0};
    for (int i = start; g.at[i] != WALL; i += step)
        if (g.at[i] == color)
            count_from(g, length, i, step, &count);
    return count;
}

SequenceCount grid_count(Grid g, Stone color, int length) {
    const int steps[] = {1, g.stride, g.stride + 1, g.stride - 1};
    SequenceCount count = {0};
    for (int y = 0; y < g.size; y++) {
        int first = grid_index(g, 0, y);
        for (int i = first; i < first + g.size; i++)
            if (g.at[i] == color)
                for (int d = 0; d < COUNT(steps); d++)
                    count_from(g, length, i, steps[d], &count);
    }
    return count;
}

enum { SCORE_FIVE = 100000 };

// The score of a run for the side that has just moved: its own runs and the opponent's.
static const struct {
    int length, own_open, own_semi_open, other_open, other_semi_open;
} weights[] = {
    {4, 500, 50, -10000, -10000},
    {3, 50, 10, -100, -30},
    {2, 1, 1, -1, -1},
};

static bool has_counted_five(Grid g, Stone color) {
    SequenceCount fives = grid_count(g, color, 5);
    return fives.runs[OPEN] + fives.runs[SEMI_OPEN] > 0;
}

int64_t grid_score(Grid g, Stone mover) {
    if (has_counted_five(g, mover))
        return SCORE_FIVE;
    if (has_counted_five(g, stone_other(mover)))
        return -SCORE_FIVE;
    int64_t score = 0;
    for (int i = 0; i < COUNT(weights); i++) {
        SequenceCount own = grid_count(g, mover, weights[i].length);
        SequenceCount other = grid_count(g, stone_other(mover), weights[i].length);
        score += (int64_t)own.runs[OPEN] * weights[i].own_open;
        score += (int64_t)own.runs[SEMI_OPEN] * weights[i].own_semi_open;
        score += (int64_t)other.runs[OPEN] * weights[i].other_open;
        score += (int64_t)other.runs[SEMI_OPEN] * weights[i].other_semi_open;
    }
    return score;
}

Point sequence_best_point(const Board *b, Stone mover) {
    Board trial = *b;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    Point best = POINT_NONE;
    int64_t best_score = 0;
    for (int i = 0; i < n; i++) {
        trial.at[empty[i]] = (uint8_t)mover;
        int64_t score = grid_score(board_grid(&trial), mover);
        trial.at[empty[i]] = EMPTY;
        if (best == POINT_NONE || score > best_score) {
            best = empty[i];
            best_score = score;
        }
    }
    return best;
}

static bool has_five(Grid g, Stone color) {
    SequenceCount fives = grid_count(g, color, 5);
    return fives.runs[OPEN] + fives.runs[SEMI_OPEN] + fives.runs[CLOSED] > 0;
}

static bool is_full(Grid g) {
    for (int y = 0; y < g.size; y++)
        if (memchr(g.at + grid_index(g, 0, y), EMPTY, (size_t)g.size))
            return false;
    return true;
}

SequenceState grid_state(Grid g) {
    if (has_five(g, BLACK))
        return SEQUENCE_BLACK_WON;
    if (has_five(g, WHITE))
        return SEQUENCE_WHITE_WON;
    return is_full(g) ? SEQUENCE_DRAW : SEQUENCE_CONTINUE;
}
