#include "study/review.h"

#include "base/mem.h"
#include "base/util.h"

#include <string.h>

const char *grade_name(Grade grade) {
    static const char *const names[GRADE_COUNT] = {"", "doubtful", "mistake", "blunder"};
    return names[grade];
}

// By how much of the win rate the move gave away.
static Grade grade_of(double lost) {
    return lost >= 0.35   ? GRADE_BLUNDER
           : lost >= 0.20 ? GRADE_MISTAKE
           : lost >= 0.10 ? GRADE_DOUBTFUL
                          : GRADE_GOOD;
}

static void add_position(Review *v, const Node *before, const Node *played, const Game *g) {
    v->moves = mem_resize(v->moves, (size_t)(v->count + 1) * sizeof v->moves[0]);
    ReviewedMove *m = &v->moves[v->count++];
    *m = (ReviewedMove){.before = before, .played = played, .board = g->board};
}

// The positions in which a stone was to be placed.
static bool list_positions(const Record *r, Review *v, Error *err) {
    NodePath path = node_path(record_last(r));
    bool ok = true;
    for (int i = 0; i < path.count && ok; i++) {
        const Node *next = i + 1 < path.count ? path.nodes[i + 1] : NULL;
        Game g;
        ok = record_replay(r, path.nodes[i], &g, err);
        bool is_open = ok && game_result(&g).reason == END_NONE && !opening_step(&g.opening);
        if (is_open && (!next || next->point > POINT_MORE))
            add_position(v, path.nodes[i], next, &g);
    }
    mem_free(path.nodes);
    return ok;
}

// What the side to move had before its move, and what is left of it behind.
static void judge(ReviewedMove *m, const ReviewedMove *after, bool was_last) {
    if (!m->is_known || !m->played || m->played->point == m->best.move)
        return;
    double left = m->rate;
    if (after && after->is_known && after->board.turn != m->board.turn)
        left = 1 - after->rate;
    else if (was_last) // the move ended the game, and nobody loses by his own five
        left = 1;
    m->lost = m->rate > left ? m->rate - left : 0;
    m->grade = grade_of(m->lost);
    m->missed_win = analyst_plies_to_end(m->best.value) && m->best.value > 0 && m->grade;
}

bool review_begin(const Record *r, Review *out, Error *err) {
    *out = (Review){0};
    if (list_positions(r, out, err))
        return true;
    review_release(out);
    return false;
}

void review_note(ReviewedMove *m, const AnalystLine *best) {
    m->best = *best;
    m->rate = analyst_win_rate(best->value);
    m->is_known = best->move != POINT_PASS;
}

void review_judge(Review *v) {
    for (int i = 0; i < v->count; i++)
        judge(&v->moves[i], i + 1 < v->count ? &v->moves[i + 1] : NULL, i + 1 == v->count);
}

bool review_game(Analyst *a, const Record *r, const Question *each, ReviewProgress *progress,
                 void *context, Review *out, Error *err) {
    if (!review_begin(r, out, err))
        return false;
    for (int i = 0; i < out->count; i++) {
        ReviewedMove *m = &out->moves[i];
        Analysis found = analyst_think(a, &m->board, each);
        if (each->limits.interrupted && each->limits.interrupted(each->limits.context))
            break;
        review_note(m, &found.lines[0]);
        if (progress && !progress(context, i + 1, out->count))
            break;
    }
    review_judge(out);
    return true;
}

void review_release(Review *v) {
    mem_free(v->moves);
    *v = (Review){0};
}

double review_black_rate(const ReviewedMove *m) {
    return m->board.turn == BLACK ? m->rate : 1 - m->rate;
}
