#include "engine/picker.h"

#include <limits.h>

// What a move of each category is worth trying, for the side that makes it.
static const int32_t own_urgency[CATEGORY_COUNT] = {
    [CATEGORY_OPEN_TWO] = 30,    [CATEGORY_THREE] = 40,        [CATEGORY_TWO_OPEN_TWOS] = 90,
    [CATEGORY_OPEN_THREE] = 220, [CATEGORY_OPEN_THREES] = 900, [CATEGORY_FOUR] = 200,
    [CATEGORY_FOUR_PLUS] = 400,  [CATEGORY_FOUR_THREE] = 2000, [CATEGORY_OPEN_FOUR] = 8000,
    [CATEGORY_FIVE] = 50000,
};

// Denying the other side is worth a little less than having it oneself.
static int32_t urgency(const Position *s, int own, Point p) {
    return own_urgency[s->categories[own][p]] + own_urgency[s->categories[1 - own][p]] * 3 / 4;
}

// Where a five that is held does not count, further points may answer, so nothing is left out.
bool picker_is_threatened(const Position *s) {
    return position_count(s, stone_other(s->board.turn), CATEGORY_OPEN_FOUR) > 0 &&
           s->board.rules->black.held_five_wins;
}

// Against an open four there are only one's own fours and the points of that line: those on which
// the other side would make a four or better itself.
static bool meets_threat(const Position *s, Point p) {
    int own = s->board.turn - BLACK;
    return s->categories[own][p] >= CATEGORY_FOUR || s->categories[own][p] == CATEGORY_SUSPECT ||
           s->categories[1 - own][p] >= CATEGORY_FOUR ||
           s->categories[1 - own][p] == CATEGORY_SUSPECT;
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
        bool attacks = s->categories[own][p] >= CATEGORY_OPEN_THREE;
        int32_t score = urgency(s, own, p) + t->history.moves[own][attacks][p] / MOVES_SHARE +
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
