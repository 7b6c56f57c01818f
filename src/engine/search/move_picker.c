#include "engine/search/move_picker.h"

#include "base/number.h"
#include "engine/search/params.h"

// Packs a score and its point into one number, so the maximum is found without branches.
static ScoredMove scored(int score, Point p) {
    return score * SCORED_POINTS + p;
}

static int16_t clipped(int score) {
    return (int16_t)int_max(INT16_MIN, int_min(INT16_MAX, score));
}

// Ordering scores before history: the net's policy, or the classical scores near the leaves.
static void base_scores(const MovePicker *k, const Point *points, int count, int16_t *scores) {
    const Search *t = k->search;
    const Position *s = t->position;
    if (move_picker_uses_policy(k)) {
        accumulator_policy(t->net, s->board.turn, points, count, scores);
        for (int i = 0; i < count; i++)
            scores[i] = clipped(scores[i] * POLICY_SHARE / NET_POLICY_SCALE);
    } else {
        for (int i = 0; i < count; i++)
            scores[i] = (int16_t)position_score(s, points[i]);
    }
}

static void list_moves(MovePicker *k) {
    Search *t = k->search;
    const Position *s = t->position;
    const SearchFrame *f = search_frame(t, k->ply);
    int own = s->board.turn - BLACK;
    Point previous = f[-1].move;
    Point counter = t->history.counter_moves[own][previous];
    const int16_t *continuation = t->history.continuation[own][previous];
    Point candidates[BOARD_MAX * BOARD_MAX];
    bool is_threatened = k->defenses->by != THREATENED_BY_NOTHING;
    const Point *points = is_threatened ? k->defenses->points : candidates;
    int n = is_threatened ? k->defenses->count : position_candidates(s, candidates);
    int16_t scores[BOARD_MAX * BOARD_MAX];
    base_scores(k, points, n, scores);
    k->moves = &t->pool[t->pool_used];
    k->is_listed = true;
    for (int i = 0; i < n; i++) {
        Point p = points[i];
        if (p == k->tt_move)
            continue;
        bool attacks = s->cells[p].categories[own] >= CATEGORY_OPEN_THREE;
        int score = scores[i] + t->history.moves[own][attacks][p] * 8 / HISTORY_DIVISOR +
                    continuation[p] * 8 / CONTINUATION_DIVISOR;
        if (p == f->killers[0] || p == f->killers[1])
            score += KILLER_BONUS;
        if (p == counter)
            score += COUNTER_MOVE_BONUS;
        k->moves[k->count++] = scored(score, p);
    }
    for (int i = 0; i < SEARCH_BLOCK; i++)
        k->moves[k->count + i] = INT32_MIN;
    t->pool_used += k->count + SEARCH_BLOCK;
}

MovePicker move_picker_start(Search *t, int ply, int depth, Point tt_move,
                             const Defenses *defenses) {
    if (tt_move <= POINT_MORE || t->position->board.at[tt_move] != EMPTY)
        tt_move = POINT_NONE;
    return (MovePicker){
        .search = t, .ply = ply, .depth = depth, .tt_move = tt_move, .defenses = defenses};
}

void move_picker_end(MovePicker *k) {
    if (k->is_listed)
        k->search->pool_used -= k->count + SEARCH_BLOCK;
}

// Index of the best move not yet picked. Works in blocks, so the inner loop is branch-free with a
// fixed length, and only one block is scanned for the index.
static int index_of_best(const MovePicker *k) {
    ScoredMove best = k->moves[k->next];
    int block = k->next;
    for (int i = k->next; i < k->count; i += SEARCH_BLOCK) {
        ScoredMove most = k->moves[i];
        for (int j = 1; j < SEARCH_BLOCK; j++)
            most = k->moves[i + j] > most ? k->moves[i + j] : most;
        if (most > best) {
            best = most;
            block = i;
        }
    }
    while (k->moves[block] != best)
        block++;
    return block;
}

Point move_picker_next(MovePicker *k) {
    if (!k->is_listed) {
        Point tt_move = k->tt_move;
        if (tt_move != POINT_NONE && k->next == 0) {
            k->next = -1; // picked
            return tt_move;
        }
        k->next = 0;
        list_moves(k);
    }
    if (k->next == k->count)
        return POINT_NONE;
    int at = index_of_best(k);
    ScoredMove best = k->moves[at];
    k->moves[at] = k->moves[k->next];
    k->moves[k->next++] = best;
    k->last_score = (best - move_picker_point(k, k->next - 1)) / SCORED_POINTS;
    if (k->next == 1)
        k->best_score = k->last_score;
    return move_picker_point(k, k->next - 1);
}
