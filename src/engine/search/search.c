#include "engine/search/search.h"

#include "base/util.h"
#include "engine/search/move_picker.h"
#include "engine/search/params.h"

#include <stdlib.h>

enum {
    CLOCK_INTERVAL = 128, // nodes between looks at the clock
    LEAF_VCF_DEPTH = 8,
};

// Mates are stored as seen from the node, so that they are right at whatever ply it is met again.
static int value_to_table(int value, int ply) {
    return value > ENGINE_CERTAIN ? value + ply : value < -ENGINE_CERTAIN ? value - ply : value;
}

static int value_from_table(int value, int ply) {
    return value > ENGINE_CERTAIN ? value - ply : value < -ENGINE_CERTAIN ? value + ply : value;
}

bool search_must_stop(Search *t) {
    if (t->nodes >= t->next_look) {
        int64_t limit = t->leads ? t->watch->limits->nodes : 0;
        t->next_look = t->nodes + CLOCK_INTERVAL;
        if (limit && t->next_look > limit)
            t->next_look = limit;
        if (t->leads)
            stop_condition_check(t->watch, t->nodes);
        else
            stop_condition_check_clock(t->watch);
    }
    t->stopped = t->stopped || stop_condition_is_met(t->watch);
    return t->stopped;
}

// What the position is worth at first sight. The net is asked only where it can matter.
static int evaluate(Search *t, int alpha, int beta) {
    const Position *s = t->position;
    int value = classical_eval(s);
    if (!t->net || value < alpha - NET_MARGIN || value > beta + NET_MARGIN)
        return value;
    if (!eval_cache_probe(t->memo, s->now.hash, &value)) {
        value = accumulator_value(t->net, s->board.turn);
        eval_cache_store(t->memo, s->now.hash, value);
    }
    return value;
}

// ---- What is certain without looking further

static bool is_in_check(const Position *s) {
    return position_count(s, stone_other(s->board.turn), CATEGORY_FIVE) > 0;
}

// Whether the counts leave it open that threat_verdict knows more than a five and an open four.
static bool may_be_decided(const Position *s) {
    return position_count(s, s->board.turn, CATEGORY_FOUR_THREE) > 0 ||
           position_count(s, s->board.turn, CATEGORY_OPEN_THREES) > 0;
}

static bool is_decided(Position *s, int ply, int *value) {
    Stone own = s->board.turn;
    if (position_count(s, own, CATEGORY_FIVE) > 0) {
        *value = mate_in(ply + 1);
        return true;
    }
    if (board_is_full(&s->board) || position_is_dead(s)) {
        *value = 0;
        return true;
    }
    if (is_in_check(s))
        return false;
    if (position_count(s, own, CATEGORY_OPEN_FOUR) > 0) {
        *value = mate_in(ply + 3);
        return true;
    }
    if (!may_be_decided(s))
        return false;
    int plies = threat_verdict(s).plies;
    *value = mate_in(ply + plies);
    return plies > 0;
}

// ---- The table

typedef struct {
    TtEntry entry; // all zero if nothing was found
    int value;
    bool found;
} TtHit;

static TtHit look_up(const Search *t, uint64_t key, int ply) {
    TtHit k = {0};
    k.found = tt_probe(t->table, key, &k.entry);
    if (k.found)
        k.value = value_from_table(k.entry.value, ply);
    return k;
}

// Whether what is known settles the question; a certain outcome does at any depth.
static bool settles(const TtHit *k, int alpha, int beta, int depth) {
    if (!k->found || (k->entry.depth < depth && !engine_is_certain(k->value)))
        return false;
    return k->entry.bound == BOUND_EXACT || (k->entry.bound == BOUND_LOWER && k->value >= beta) ||
           (k->entry.bound == BOUND_UPPER && k->value <= alpha);
}

static void remember(Search *t, uint64_t key, Point move, int value, int static_eval, int depth,
                     ValueBound bound, int ply) {
    tt_store(t->table, key,
             (TtEntry){
                 .move = move,
                 .value = (int16_t)value_to_table(value, ply),
                 .static_eval = (int16_t)static_eval,
                 .depth = (int16_t)int_max(0, int_min(depth, TT_DEPTH_MAX)),
                 .bound = (uint8_t)bound,
             });
}

// A value by the numbers, from a window far away, may not do in this one.
static int standing_of(Search *t, const TtHit *k, int alpha, int beta) {
    bool knows = k->found && k->entry.static_eval != TT_NO_STATIC_EVAL &&
                 !(t->net && k->entry.static_eval == classical_eval(t->position));
    return knows ? k->entry.static_eval : evaluate(t, alpha, beta);
}

// The static value, or better what a search found, as far as its bound says something about it.
static int best_guess(const TtHit *k, int static_eval) {
    ValueBound telling = k->value > static_eval ? BOUND_LOWER : BOUND_UPPER;
    bool tells = k->found && !engine_is_certain(k->value) && (k->entry.bound & telling);
    return tells ? k->value : static_eval;
}

// ---- Moves

int search_after(Search *t, Point p, int alpha, int beta, int depth, int ply, bool cut) {
    search_frame(t, ply)->move = p;
    uint64_t key = position_hash_after(t->position, p);
    tt_prefetch(t->table, key);
    if (t->net) {
        eval_cache_prefetch(t->memo, key);
        accumulator_push(t->net, p, t->position->board.turn);
    }
    position_make(t->position, p);
    int value = -search_node(t, -beta, -alpha, depth, ply + 1, cut);
    position_undo(t->position);
    if (t->net)
        accumulator_pop(t->net);
    return value;
}

// The other side threatens five: the answer is forced and costs no depth, unless the path is long
// already.
static int answer_four(Search *t, int alpha, int beta, int depth, int ply, bool cut) {
    Point answers[POSITION_ANSWERS_MAX];
    int n = position_answers(t->position, answers);
    SearchFrame *f = search_frame(t, ply);
    f->static_eval = -f[-1].static_eval;
    if (ply > 2 * t->root_plies)
        depth -= PLY;
    int best = mated_in(ply + 2);
    for (int i = 0; i < n; i++) {
        best = int_max(best, search_after(t, answers[i], alpha, beta, depth, ply, !cut));
        if (t->stopped)
            return 0;
        alpha = int_max(alpha, best);
        if (alpha >= beta)
            break;
    }
    return best;
}

// At the end of the depth: the static value, unless fours win by themselves.
static int horizon(Search *t, const TtHit *k, int alpha, int beta, int ply) {
    Position *s = t->position;
    int static_eval = standing_of(t, k, alpha, beta);
    search_frame(t, ply)->static_eval = static_eval;
    if (static_eval >= beta || !position_may_make_four(s, s->board.turn))
        return static_eval;
    bool wins = vcf_search(t->vcf, s, LEAF_VCF_DEPTH, LEAF_VCF_NODES);
    int value = wins ? mate_in(ply + t->vcf->stones) : static_eval;
    remember(t, s->now.hash, wins ? t->vcf->line[0] : POINT_NONE, value, static_eval, 0,
             wins ? BOUND_LOWER : BOUND_EXACT, ply);
    return value;
}

// 16 times the logarithm of n to base 2, nearly; in integers, so that every compiler agrees.
static int log_of(int n) {
    int whole = 31 - __builtin_clz((unsigned)n);
    return 16 * whole + ((16 * n) >> whole) - 16;
}

typedef struct {
    int alpha, beta, depth, ply;
    bool pv, cut, improving;
    TtHit known;
    Defences defences;
} Node;

static bool is_threatened(const Node *n) {
    return n->defences.by != THREATENED_BY_NOTHING;
}

// How much less deeply the `index`-th move is looked at first.
static int reduction(const Search *t, const Node *n, const MovePicker *k, Point p, int index) {
    enum { USUAL_GAP = 300 };
    const Position *s = t->position;
    int own = s->board.turn - BLACK;
    Category makes = s->cells[p].categories[own], denies = s->cells[p].categories[1 - own];
    int less = log_of(n->depth / PLY) * log_of(index) / LMR_DIVISOR;
    less += n->improving ? 0 : LMR_NOT_IMPROVING;
    less += n->cut ? LMR_CUT_NODE : 0;
    less -= n->pv ? LMR_PV : 0;
    less -= makes >= CATEGORY_OPEN_THREE ? LMR_ATTACK : 0;
    less -= denies >= CATEGORY_OPEN_THREE ? LMR_DEFENCE : 0;
    less -= t->history.moves[own][makes >= CATEGORY_OPEN_THREE][p] / LMR_HISTORY;
    if (t->net)
        less +=
            int_max(-PLY, int_min(PLY, (move_picker_gap(k) - USUAL_GAP) * LMR_ORDERING_GAP / 100));
    return less;
}

// A move that was reduced and beat the others deserves more than usual if it did so clearly, and
// less if it hardly did.
static int second_look(int by) {
    return by > LMR_RESEARCH_DEEPER ? PLY / 2 : by < LMR_RESEARCH_SHALLOWER ? -PLY / 2 : 0;
}

// Later moves have to show with less depth and in a null window that they deserve more.
static int try_move(Search *t, const Node *n, const MovePicker *k, Point p, int index, int alpha,
                    int extension) {
    int depth = n->depth - PLY + extension, value = 0;
    if (index == 1)
        return search_after(t, p, alpha, n->beta, depth, n->ply, !n->pv && !n->cut);
    int less = 0;
    if (n->depth >= 2 * PLY)
        less = int_max(0, int_min(reduction(t, n, k, p, index), depth - PLY / 2));
    value = search_after(t, p, alpha, alpha + 1, depth - less, n->ply, true);
    if (value > alpha && less >= PLY && !t->stopped)
        depth += second_look(value - alpha);
    if (value > alpha && less > 0 && !t->stopped)
        value = search_after(t, p, alpha, alpha + 1, depth, n->ply, !n->cut);
    if (value > alpha && value < n->beta && !t->stopped)
        value = search_after(t, p, alpha, n->beta, depth, n->ply, false);
    return value;
}

static bool is_attack(const Position *s, Point p) {
    return s->cells[p].categories[s->board.turn - BLACK] >= CATEGORY_OPEN_THREE;
}

static void learn(Search *t, int ply, Point p, int bonus) {
    const Position *s = t->position;
    int own = s->board.turn - BLACK;
    Point before = search_frame(t, ply - 1)->move;
    history_update(&t->history.moves[own][is_attack(s, p)][p], bonus);
    history_update(&t->history.replies[own][before][p], bonus);
}

// `p` refuted what led here; the moves tried before it did not.
static void learn_refutation(Search *t, const Node *n, Point p, const MovePicker *k) {
    int plies = int_min(n->depth / PLY, 12);
    int bonus = int_min(20 * plies * plies + 60 * plies, 1600);
    SearchFrame *f = search_frame(t, n->ply);
    learn(t, n->ply, p, bonus);
    if (k->first != POINT_NONE && k->first != p)
        learn(t, n->ply, k->first, -bonus);
    for (int i = 0; i < k->next; i++)
        if (move_picker_point(k, i) != p)
            learn(t, n->ply, move_picker_point(k, i), -bonus);
    t->history.counters[t->position->board.turn - BLACK][f[-1].move] = p;
    if (f->killers[0] != p) {
        f->killers[1] = f->killers[0];
        f->killers[0] = p;
    }
}

// ---- What need not be searched, or deeper than the rest

static int move_limit(const Node *n) {
    int plies = n->depth / PLY;
    int limit = (LATE_MOVE_LIMIT_BASE + LATE_MOVE_LIMIT_GROWTH * plies * plies) / 16 + plies;
    return n->improving ? limit : limit / 2 + 1;
}

// A net knows so well which moves matter that those far behind the best need not be tried.
static bool is_hopeless(const Search *t, const Node *n, const MovePicker *k) {
    return t->net && !n->pv &&
           move_picker_gap(k) > ORDERING_GAP_MAX + ORDERING_GAP_MAX_PER_PLY * n->depth / PLY;
}

static bool is_skipped(const Search *t, const Node *n, const MovePicker *k, Point p, int index) {
    const Position *s = t->position;
    int own = s->board.turn - BLACK;
    if (s->cells[p].categories[own] >= CATEGORY_FOUR)
        return false;
    if (index > move_limit(n))
        return true;
    if (is_hopeless(t, n, k) && !is_attack(s, p))
        return true;
    bool trivial = s->cells[p].categories[own] == CATEGORY_NONE &&
                   s->cells[p].categories[1 - own] == CATEGORY_NONE;
    return trivial && n->depth < 4 * PLY && !n->pv;
}

// If every other move is clearly worse than the one from the table, all depends on that one.
// `*value` is set, and NO_NEED returned, where the node needs no more.
enum { NO_NEED = 10000 };

static int singularity(Search *t, const Node *n, int *value) {
    const TtHit *k = &n->known;
    SearchFrame *f = search_frame(t, n->ply);
    if (n->depth < 7 * PLY || k->entry.depth < n->depth - 3 * PLY || engine_is_certain(k->value) ||
        !(k->entry.bound & BOUND_LOWER) || n->ply > 2 * t->root_plies)
        return 0;
    int bar = k->value - SINGULAR_MARGIN_PER_PLY * n->depth / (16 * PLY);
    f->excluded = k->entry.move;
    int others = search_node(t, bar - 1, bar, n->depth / 2, n->ply, n->cut);
    f->excluded = POINT_NONE;
    if (t->stopped)
        return 0;
    if (others < bar)
        return PLY;
    if (bar >= n->beta) {
        *value = bar;
        return NO_NEED;
    }
    return k->value >= n->beta ? -PLY : 0;
}

static int razor_margin(int depth) {
    return RAZOR_MARGIN + RAZOR_MARGIN_PER_PLY * depth / PLY;
}

static int futility_margin(int depth, bool improving) {
    return FUTILITY_MARGIN_PER_PLY * (depth - (improving ? PLY : 0)) / PLY;
}

static int search_moves(Search *t, const Node *n, uint64_t key) {
    Position *s = t->position;
    SearchFrame *f = search_frame(t, n->ply);
    Point excluded = f->excluded;
    Stone own = s->board.turn;
    int alpha = n->alpha, best = -SEARCH_INFINITE, tried = 0;
    Point best_move = POINT_NONE;
    MovePicker k = move_picker_start(t, n->ply, n->depth, n->known.entry.move, &n->defences);
    search_frame(t, n->ply + 1)->killers[0] = search_frame(t, n->ply + 1)->killers[1] = POINT_NONE;
    for (Point p; (p = move_picker_next(&k)) != POINT_NONE;) {
        if (p == excluded || position_is_forbidden(s, own, p))
            continue;
        if (best > -ENGINE_CERTAIN && is_skipped(t, n, &k, p, tried + 1))
            continue;
        tried++;
        int extension = 0, value = 0;
        if (p == n->known.entry.move && excluded == POINT_NONE) {
            extension = singularity(t, n, &value);
            if (extension == NO_NEED) {
                move_picker_end(&k);
                return value;
            }
        }
        value = try_move(t, n, &k, p, tried, alpha, extension);
        if (t->stopped)
            break;
        if (value > best) {
            best = value;
            if (value > alpha || best_move == POINT_NONE)
                best_move = p;
        }
        alpha = int_max(alpha, value);
        if (alpha >= n->beta) {
            learn_refutation(t, n, p, &k);
            break;
        }
    }
    move_picker_end(&k);
    if (t->stopped)
        return 0;
    if (excluded != POINT_NONE)
        return tried > 0 ? best : n->alpha;
    if (is_threatened(n)) // whatever was not tried loses to what is threatened
        best = int_max(best, mated_in(n->ply + n->defences.plies));
    else if (tried == 0)
        best = 0; // Black may not move anywhere: a draw
    remember(t, key, best > n->alpha ? best_move : POINT_NONE, best, f->static_eval, n->depth,
             best >= n->beta   ? BOUND_LOWER
             : best > n->alpha ? BOUND_EXACT
                               : BOUND_UPPER,
             n->ply);
    return best;
}

// Most positions hold no threat, and their counts say so.
static void find_defences(Position *s, Defences *defences) {
    Stone other = stone_other(s->board.turn);
    if (position_count(s, other, CATEGORY_OPEN_FOUR) > 0 ||
        position_count(s, other, CATEGORY_FOUR_THREE) > 0)
        threat_defences(s, defences);
    else
        defences->by = THREATENED_BY_NOTHING;
}

int search_node(Search *t, int alpha, int beta, int depth, int ply, bool cut) {
    Position *s = t->position;
    SearchFrame *f = search_frame(t, ply);
    Node n;
    n.depth = depth;
    n.ply = ply;
    n.pv = beta - alpha > 1;
    n.cut = cut;
    int value;
    t->nodes++;
    if (is_decided(s, ply, &value))
        return value;
    if (search_must_stop(t))
        return 0;
    if (ply >= SEARCH_PLY_MAX - 1)
        return evaluate(t, alpha, beta);
    if (is_in_check(s))
        return answer_four(t, alpha, beta, depth, ply, cut);

    // Nothing here can be better than a win in five, nor worse than a loss in four.
    alpha = int_max(alpha, mated_in(ply + 4));
    beta = int_min(beta, mate_in(ply + 5));
    if (alpha >= beta)
        return alpha;
    n.alpha = alpha;
    n.beta = beta;

    Point excluded = f->excluded;
    uint64_t key = s->now.hash ^ (uint64_t)excluded * 0x9e3779b97f4a7c15u;
    n.known = look_up(t, key, ply);
    if (!n.pv && excluded == POINT_NONE && settles(&n.known, alpha, beta, depth))
        return n.known.value;
    find_defences(s, &n.defences);
    bool threatened = is_threatened(&n);
    if (threatened && n.defences.count == 0)
        return mated_in(ply + n.defences.plies);
    if (depth <= 0) {
        if (!threatened || ply >= t->root_plies) // no threat is worth more than the iteration
            return horizon(t, &n.known, alpha, beta, ply);
        n.depth = 1;
    }
    if (excluded == POINT_NONE)
        f->static_eval = standing_of(t, &n.known, alpha, beta);
    n.improving = f->static_eval > f[-2].static_eval;
    if (!n.pv && excluded == POINT_NONE && !threatened && !engine_is_certain(beta)) {
        int guess = best_guess(&n.known, f->static_eval);
        if (depth < 3 * PLY && guess + razor_margin(depth) <= alpha)
            return horizon(t, &n.known, alpha, beta, ply);
        if (depth < 9 * PLY && guess - futility_margin(depth, n.improving) >= beta)
            return guess;
    }
    if (n.depth >= 4 * PLY && n.known.entry.move == POINT_NONE)
        n.depth -= PLY;
    return search_moves(t, &n, key);
}
