#include "core/sequence.h"

#include "base/util.h"

// A run is counted once, from its first stone: the one with no equal behind it.
static bool starts_run(const Board *b, Point p, int step) {
    return b->at[p - step] != b->at[p];
}

static int run_from(const Board *b, Point p, int step) {
    int length = 0;
    for (const uint8_t *at = b->at + p; *at == b->at[p]; at += step) // the frame stops it
        length++;
    return length;
}

Bound sequence_bound(const Board *b, Point end, int length, int step) {
    return (Bound)((b->at[end - length * step] == EMPTY) + (b->at[end + step] == EMPTY));
}

static void count_run(const Board *b, Stone color, int length, Point p, int step,
                      SequenceCount *count) {
    if (b->at[p] != color || !starts_run(b, p, step) || run_from(b, p, step) != length)
        return;
    Point end = (Point)(p + (length - 1) * step);
    count->runs[sequence_bound(b, end, length, step)]++;
}

SequenceCount sequence_count_line(const Board *b, Stone color, int length, Point start, int step) {
    SequenceCount count = {0};
    for (Point p = start; b->at[p] != WALL; p = (Point)(p + step))
        count_run(b, color, length, p, step, &count);
    return count;
}

SequenceCount sequence_count(const Board *b, Stone color, int length) {
    SequenceCount count = {0};
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            for (int d = 0; d < STEP_COUNT; d++)
                count_run(b, color, length, point_at(x, y), point_steps[d], &count);
    return count;
}

enum { SCORE_FIVE = 100000 };

// What a run is worth to the side that has just moved, and costs it when it is the other side's.
static const struct {
    int length, own_open, own_semi_open, other_open, other_semi_open;
} weights[] = {
    {4, 500, 50, -10000, -10000},
    {3, 50, 10, -100, -30},
    {2, 1, 1, -1, -1},
};

static bool has_counted_five(const Board *b, Stone color) {
    SequenceCount fives = sequence_count(b, color, 5);
    return fives.runs[OPEN] + fives.runs[SEMI_OPEN] > 0;
}

int sequence_score(const Board *b, Stone mover) {
    if (has_counted_five(b, mover))
        return SCORE_FIVE;
    if (has_counted_five(b, stone_other(mover)))
        return -SCORE_FIVE;
    int score = 0;
    for (int i = 0; i < COUNT(weights); i++) {
        SequenceCount own = sequence_count(b, mover, weights[i].length);
        SequenceCount other = sequence_count(b, stone_other(mover), weights[i].length);
        score += own.runs[OPEN] * weights[i].own_open;
        score += own.runs[SEMI_OPEN] * weights[i].own_semi_open;
        score += other.runs[OPEN] * weights[i].other_open;
        score += other.runs[SEMI_OPEN] * weights[i].other_semi_open;
    }
    return score;
}

Point sequence_best_point(const Board *b, Stone mover) {
    Board trial = *b;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    Point best = POINT_NONE;
    int best_score = 0;
    for (int i = 0; i < n; i++) {
        trial.at[empty[i]] = (uint8_t)mover;
        int score = sequence_score(&trial, mover);
        trial.at[empty[i]] = EMPTY;
        if (best == POINT_NONE || score > best_score) {
            best = empty[i];
            best_score = score;
        }
    }
    return best;
}

static bool has_five(const Board *b, Stone color) {
    SequenceCount fives = sequence_count(b, color, 5);
    return fives.runs[OPEN] + fives.runs[SEMI_OPEN] + fives.runs[CLOSED] > 0;
}

SequenceState sequence_state(const Board *b) {
    if (has_five(b, BLACK))
        return SEQUENCE_BLACK_WON;
    if (has_five(b, WHITE))
        return SEQUENCE_WHITE_WON;
    return board_is_full(b) ? SEQUENCE_DRAW : SEQUENCE_CONTINUE;
}
