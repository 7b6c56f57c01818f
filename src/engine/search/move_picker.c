#include "engine/search/move_picker.h"

#include "base/util.h"
#include "engine/search/params.h"

// A score and its point in one number, so that the largest is found without a branch.
static ScoredMove scored(int score, Point p) {
    return score * SCORED_POINTS + p;
}

enum { POLICY_DEPTH = 2 * PLY }; // nearer to the horizon the net's opinion costs more than it saves

// Only an odd net is as sure as that.
static int16_t clipped(int score) {
    return (int16_t)int_max(INT16_MIN, int_min(INT16_MAX, score));
}

// How promising moves look before anything is known of them.
static void first_scores(const MovePicker *k, const Point *points, int count, int16_t *scores) {
    const Search *t = k->search;
    const Position *s = t->position;
    if (t->net && k->depth >= POLICY_DEPTH) {
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
    Point before = f[-1].move;
    Point counter = t->history.counters[own][before];
    const int16_t *replies = t->history.replies[own][before];
    Point candidates[BOARD_MAX * BOARD_MAX];
    bool is_bound = k->defences->by != THREATENED_BY_NOTHING;
    const Point *points = is_bound ? k->defences->points : candidates;
    int n = is_bound ? k->defences->count : position_candidates(s, candidates);
    int16_t scores[BOARD_MAX * BOARD_MAX];
    first_scores(k, points, n, scores);
    k->moves = &t->pool[t->pooled];
    k->is_listed = true;
    for (int i = 0; i < n; i++) {
        Point p = points[i];
        if (p == k->first)
            continue;
        bool attacks = s->cells[p].categories[own] >= CATEGORY_OPEN_THREE;
        int score = scores[i] + t->history.moves[own][attacks][p] * 8 / HISTORY_DIVISOR +
                    replies[p] * 8 / CONTINUATION_DIVISOR;
        if (p == f->killers[0] || p == f->killers[1])
            score += KILLER_BONUS;
        if (p == counter)
            score += COUNTER_MOVE_BONUS;
        k->moves[k->count++] = scored(score, p);
    }
    for (int i = 0; i < SEARCH_BLOCK; i++)
        k->moves[k->count + i] = INT32_MIN;
    t->pooled += k->count + SEARCH_BLOCK;
}

MovePicker move_picker_start(Search *t, int ply, int depth, Point first, const Defences *defences) {
    if (first <= POINT_MORE || t->position->board.at[first] != EMPTY)
        first = POINT_NONE;
    return (MovePicker){
        .search = t, .ply = ply, .depth = depth, .first = first, .defences = defences};
}

void move_picker_end(MovePicker *k) {
    if (k->is_listed)
        k->search->pooled -= k->count + SEARCH_BLOCK;
}

// Where the largest is of those that were not picked. By blocks, so that the loop within has no
// branch and a fixed length, and only one block is looked through for it.
static int place_of_best(const MovePicker *k) {
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
        Point first = k->first;
        if (first != POINT_NONE && k->next == 0) {
            k->next = -1; // picked
            return first;
        }
        k->next = 0;
        list_moves(k);
    }
    if (k->next == k->count)
        return POINT_NONE;
    int at = place_of_best(k);
    ScoredMove best = k->moves[at];
    k->moves[at] = k->moves[k->next];
    k->moves[k->next++] = best;
    k->latest = (best - move_picker_point(k, k->next - 1)) / SCORED_POINTS;
    if (k->next == 1)
        k->best = k->latest;
    return move_picker_point(k, k->next - 1);
}
