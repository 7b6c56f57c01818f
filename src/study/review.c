#include "study/review.h"

#include "base/mem.h"
#include "base/number.h"

#include <math.h>

const char *grade_name(Grade grade) {
    static const char *const names[GRADE_COUNT] = {"", "doubtful", "mistake", "blunder"};
    return names[grade];
}

const GradeLimits grade_limits = {
    .lost = {[GRADE_DOUBTFUL] = 0.10, [GRADE_MISTAKE] = 0.20, [GRADE_BLUNDER] = 0.35},
    .log_odds = 2, // from 7:1 to 1:1, or from 99 to 93 percent
    .rate_margin = 0.01,
    .near_win = 3, // a four or an open three was not blocked
};

static double log_odds(double rate) {
    double margin = grade_limits.rate_margin;
    double clamped = fmin(1 - margin, fmax(margin, rate));
    return log(clamped / (1 - clamped));
}

// The grade by estimated values: how much win rate the move lost or, near 0 and 1, how much of the
// log odds.
static Grade estimated_grade(double before, double after) {
    Grade grade = GRADE_BLUNDER;
    while (grade > GRADE_GOOD && before - after < grade_limits.lost[grade])
        grade--;
    bool odds_lost = log_odds(before) - log_odds(after) >= grade_limits.log_odds;
    return grade == GRADE_GOOD && odds_lost ? GRADE_DOUBTFUL : grade;
}

// The grade by proved values. A proved win that was missed or allowed counts however little the win
// rate changes: close to 0 and 1 it hardly can.
static Grade proved_grade(const ReviewedMove *m, int value_after) {
    if (m->missed_win)
        return GRADE_BLUNDER;
    if (!m->allowed_win)
        return GRADE_GOOD;
    bool is_near = engine_plies_to_end(value_after) <= grade_limits.near_win;
    return is_near ? GRADE_MISTAKE : GRADE_DOUBTFUL;
}

typedef struct {
    Review *review;
    int number, capacity;
} PositionList;

// A position with a free choice of move. Positions inside an opening protocol are skipped: the
// engine's best move may not be allowed there.
static bool list_position(void *context, const Node *node, const Game *g) {
    PositionList *list = context;
    Review *v = list->review;
    const Node *next = node->child; // on the main line
    bool is_open = game_result(g).reason == END_NONE && !opening_step(&g->opening);
    bool is_free = is_open && opening_zone(&g->opening, &g->board).kind == ZONE_NONE;
    list->number++;
    if (!is_free || (next && next->point <= POINT_MORE))
        return true;
    v->moves = mem_grow(v->moves, v->count, 1, &list->capacity, sizeof v->moves[0]);
    ReviewedMove move = {.before = node, .played = next, .board = g->board, .number = list->number};
    v->moves[v->count++] = move;
    return true;
}

// Compares the win rate before the move with the one after it. A move that ended the game lost
// nothing.
static void grade_move(ReviewedMove *m, const ReviewedMove *after) {
    m->lost = 0; // graded again whenever more positions are known
    m->grade = GRADE_GOOD;
    m->missed_win = m->allowed_win = false;
    m->was_lost = m->is_known && m->best.value < -ENGINE_CERTAIN;
    bool next_is_known = after && after->is_known && after->board.turn != m->board.turn;
    if (!m->is_known || !m->played || m->played->point == m->best.move || !next_is_known)
        return;
    double rate_after = 1 - after->rate;
    int value_after = -after->best.value;
    m->lost = m->rate > rate_after ? m->rate - rate_after : 0;
    m->missed_win = m->best.value > ENGINE_CERTAIN && value_after <= ENGINE_CERTAIN;
    m->allowed_win = !m->was_lost && value_after < -ENGINE_CERTAIN;
    if (!m->was_lost)
        m->grade = (Grade)int_max((int)estimated_grade(m->rate, rate_after),
                                  (int)proved_grade(m, after->best.value));
}

bool review_begin(const Record *r, Review *out, Error *err) {
    *out = (Review){0};
    PositionList list = {.review = out};
    if (record_replay_each(r, record_last(r), list_position, &list, err))
        return true;
    review_release(out);
    return false;
}

void review_set_best(ReviewedMove *m, const EngineLine *best) {
    m->best = *best;
    m->rate = engine_win_rate(best->value);
    m->is_known = best->move != POINT_PASS;
}

static void grade_moves(Review *v, int first, int end) {
    for (int i = first; i < end; i++)
        grade_move(&v->moves[i], i + 1 < v->count ? &v->moves[i + 1] : NULL);
}

void review_grade_moves(Review *v) {
    grade_moves(v, 0, v->count);
}

void review_grade_moves_near(Review *v, int i) {
    grade_moves(v, int_max(i - 1, 0), i + 1);
}

bool review_game(Engine *e, const Record *r, const EngineRequest *each, ReviewProgress *progress,
                 void *context, Review *out, Error *err) {
    if (!review_begin(r, out, err))
        return false;
    for (int i = 0; i < out->count; i++) {
        ReviewedMove *m = &out->moves[i];
        EngineRequest request = *each;
        request.board = &m->board;
        EngineResult found = engine_run(e, &request);
        if (stop_requested(each->stop))
            break;
        review_set_best(m, &found.lines[0]);
        if (progress && !progress(context, i + 1, out->count))
            break;
    }
    review_grade_moves(out);
    return true;
}

void review_release(Review *v) {
    mem_free(v->moves);
    *v = (Review){0};
}

double review_black_rate(const ReviewedMove *m) {
    return m->board.turn == BLACK ? m->rate : 1 - m->rate;
}
