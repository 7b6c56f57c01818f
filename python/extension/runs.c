#include "runs.h"

#include "base/util.h"
#include "core/stone.h"

RunBound run_bound(const SquareGrid *g, int end, int length, int step) {
    return (RunBound)((g->at[end - length * step] == EMPTY) + (g->at[end + step] == EMPTY));
}

// A run is counted once, from its first stone: the one with no equal behind it.
static void count_from(const SquareGrid *g, int length, int start, int step, RunCount *count) {
    const uint8_t color = g->at[start];
    if (g->at[start - step] == color)
        return;
    int end = start;
    while (g->at[end + step] == color) // the frame stops it
        end += step;
    if ((end - start) / step == length - 1) // no product: length may be anything
        count->bounds[run_bound(g, end, length, step)]++;
}

RunCount runs_on_line(const SquareGrid *g, int color, int length, int start, int step) {
    RunCount count = {0};
    for (int i = start; g->at[i] != WALL; i += step)
        if (g->at[i] == color)
            count_from(g, length, i, step, &count);
    return count;
}

RunCount runs_everywhere(const SquareGrid *g, int color, int length) {
    const int steps[] = {1, g->stride, g->stride + 1, g->stride - 1};
    RunCount count = {0};
    int last = grid_index(g, g->size - 1, g->size - 1);
    for (int i = grid_index(g, 0, 0); i <= last; i++)
        if (g->at[i] == color)
            for (int d = 0; d < COUNT(steps); d++)
                count_from(g, length, i, steps[d], &count);
    return count;
}

enum { SCORE_FIVE = 100000 };

// The course's weights.
static const struct {
    int length, black_open, black_semi_open, white_open, white_semi_open;
} weights[] = {
    {4, 500, 50, -10000, -10000},
    {3, 50, 10, -100, -30},
    {2, 1, 1, -1, -1},
};

static bool has_scored_five(const SquareGrid *g, int color) {
    RunCount fives = runs_everywhere(g, color, 5);
    return fives.bounds[RUN_OPEN] + fives.bounds[RUN_SEMI_OPEN] > 0;
}

int64_t runs_score(const SquareGrid *g) {
    if (has_scored_five(g, BLACK))
        return SCORE_FIVE;
    if (has_scored_five(g, WHITE))
        return -SCORE_FIVE;
    int64_t score = 0;
    for (int i = 0; i < COUNT(weights); i++) {
        RunCount black = runs_everywhere(g, BLACK, weights[i].length);
        RunCount white = runs_everywhere(g, WHITE, weights[i].length);
        score += (int64_t)black.bounds[RUN_OPEN] * weights[i].black_open;
        score += (int64_t)black.bounds[RUN_SEMI_OPEN] * weights[i].black_semi_open;
        score += (int64_t)white.bounds[RUN_OPEN] * weights[i].white_open;
        score += (int64_t)white.bounds[RUN_SEMI_OPEN] * weights[i].white_semi_open;
    }
    return score;
}

bool runs_best_square(SquareGrid *g, int *best) {
    int64_t best_score = 0;
    *best = -1;
    int last = grid_index(g, g->size - 1, g->size - 1);
    for (int i = grid_index(g, 0, 0); i <= last; i++) {
        if (g->at[i] != EMPTY)
            continue;
        if (PyErr_CheckSignals() != 0)
            return false;
        g->at[i] = BLACK;
        int64_t score = runs_score(g);
        g->at[i] = EMPTY;
        if (*best < 0 || score > best_score) {
            *best = i;
            best_score = score;
        }
    }
    return true;
}

// Unlike the score, this counts a five whose ends are both closed.
static bool has_five(const SquareGrid *g, int color) {
    RunCount fives = runs_everywhere(g, color, 5);
    return fives.bounds[RUN_OPEN] + fives.bounds[RUN_SEMI_OPEN] + fives.bounds[RUN_CLOSED] > 0;
}

const char *runs_verdict(const SquareGrid *g) {
    if (has_five(g, BLACK))
        return "Black won";
    if (has_five(g, WHITE))
        return "White won";
    int last = grid_index(g, g->size - 1, g->size - 1);
    for (int i = grid_index(g, 0, 0); i <= last; i++)
        if (g->at[i] == EMPTY)
            return "Continue playing";
    return "Draw";
}
