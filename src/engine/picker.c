#include "engine/picker.h"

#include <limits.h>

// Where a five that is held does not count, further points may answer, so nothing is left out.
bool picker_is_threatened(const Position *s) {
    return position_count(s, stone_other(s->board.turn), CATEGORY_OPEN_FOUR) > 0 &&
           s->board.rules->black.held_five_wins;
}

// Against an open four there are only one's own fours and the points of that line: those on which
// the other side would make a four or better itself.
static bool meets_threat(const Position *s, Point p) {
    for (Stone color = BLACK; color <= WHITE; color++) {
        Category c = position_raw_category(s, color, p);
        if (c >= CATEGORY_FOUR || c == CATEGORY_SUSPECT)
            return true;
    }
    return false;
}

void picker_open(Picker *k, Search *t, int ply, Point first, bool threatened) {
    enum { MOVES_SHARE = 32, REPLIES_SHARE = 32, KILLER_BONUS = 60, COUNTER_BONUS = 40 };
    const Position *s = t->position;
    const Frame *f = search_frame(t, ply);
    int own = s->board.turn - BLACK;
    Point before = f[-1].move;
    Point counter = t->history.counters[own][before];
    const int16_t *replies = t->history.replies[own][before];
    Point points[BOARD_MAX * BOARD_MAX];
    int n = position_candidates(s, points);
    k->moves = &t->pool[t->pooled];
    k->count = k->next = 0;
    for (int i = 0; i < n; i++) {
        Point p = points[i];
        if (threatened && !meets_threat(s, p))
            continue;
        bool attacks = s->cells[p].categories[own] >= CATEGORY_OPEN_THREE;
        int32_t score = position_score(s, p) + t->history.moves[own][attacks][p] / MOVES_SHARE +
                        replies[p] / REPLIES_SHARE;
        if (p == f->killers[0] || p == f->killers[1])
            score += KILLER_BONUS;
        if (p == counter)
            score += COUNTER_BONUS;
        k->moves[k->count++] = (ScoredMove){p, p == first ? INT32_MAX : score};
    }
    t->pooled += k->count;
}

void picker_close(Picker *k, Search *t) {
    t->pooled -= k->count;
}

Point picker_next(Picker *k) {
    if (k->next == k->count)
        return POINT_NONE;
    int best = k->next;
    for (int i = best + 1; i < k->count; i++)
        if (k->moves[i].score > k->moves[best].score)
            best = i;
    ScoredMove chosen = k->moves[best];
    k->moves[best] = k->moves[k->next];
    k->moves[k->next++] = chosen;
    return chosen.point;
}
