#include "player/policy.h"

static bool wins_at(const Board *b, Stone color, Point p) {
    Board trial = *b;
    board_place(&trial, color, p);
    return trial.winner == color;
}

// Exactly four stones with both ends empty: either end makes five.
static bool is_open_four(const Board *b, Stone color, Point p, int step) {
    if (board_run_length(b, color, p, step) != 4)
        return false;
    int ahead = 0, behind = 0;
    while (b->at[p + (ahead + 1) * step] == color)
        ahead++;
    while (b->at[p - (behind + 1) * step] == color)
        behind++;
    return b->at[p + (ahead + 1) * step] == EMPTY && b->at[p - (behind + 1) * step] == EMPTY;
}

static bool makes_open_four(const Board *b, Stone color, Point p) {
    for (int d = 0; d < STEP_COUNT; d++)
        if (is_open_four(b, color, p, point_steps[d]))
            return true;
    return false;
}

static int open_four_moves(const Board *b, Stone color, const Point *empty, int n) {
    int count = 0;
    for (int i = 0; i < n; i++)
        count += b->at[empty[i]] == EMPTY && makes_open_four(b, color, empty[i]);
    return count;
}

// Does the rule select `p`? `empty` holds the empty points of the board.
static bool rule_selects(PolicyRule rule, const Board *b, Point p, const Point *empty, int n) {
    Stone own = b->turn, other = stone_other(own);
    switch (rule) {
    case POLICY_WIN:
        return wins_at(b, own, p);
    case POLICY_BLOCK_WIN:
        return wins_at(b, other, p);
    case POLICY_OPEN_FOUR:
        return makes_open_four(b, own, p);
    case POLICY_BLOCK_OPEN_FOUR: {
        Board blocked = *b;
        blocked.at[p] = (uint8_t)own;
        return open_four_moves(&blocked, other, empty, n) == 0;
    }
    default:
        return true;
    }
}

// The block rule applies only if there is an open four to block.
static bool rule_applies(PolicyRule rule, const Board *b, const Point *empty, int n) {
    return rule != POLICY_BLOCK_OPEN_FOUR || open_four_moves(b, stone_other(b->turn), empty, n) > 0;
}

void policy_moves_by(PolicyRule rule, const Board *b, PolicyMoves *out) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    out->rule = rule;
    out->count = 0;
    if (b->winner != EMPTY || !rule_applies(rule, b, empty, n))
        return;
    for (int i = 0; i < n; i++)
        if (board_check(b, empty[i]) == PLAY_OK && rule_selects(rule, b, empty[i], empty, n))
            out->moves[out->count++] = empty[i];
}

void policy_moves(const Board *b, PolicyMoves *out) {
    PolicyRule rule = POLICY_WIN;
    do {
        policy_moves_by(rule, b, out);
    } while (out->count == 0 && ++rule < POLICY_COUNT);
}

const char *policy_rule_name(PolicyRule rule) {
    static const char *const names[POLICY_COUNT] = {
        [POLICY_WIN] = "Win",
        [POLICY_BLOCK_WIN] = "BlockWin",
        [POLICY_OPEN_FOUR] = "OpenFour",
        [POLICY_BLOCK_OPEN_FOUR] = "BlockOpenFour",
        [POLICY_RANDOM] = "Random",
    };
    return names[rule];
}
