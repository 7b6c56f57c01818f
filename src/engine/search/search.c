#include "engine/search/search.h"

#include "base/number.h"
#include "engine/search/move_picker.h"
#include "engine/search/params.h"

enum {
    CLOCK_INTERVAL = 128, // nodes between checks of the clock
    LEAF_VCF_DEPTH = 8,
};

// Mate scores are stored relative to the node, so they are right at whatever ply it is reached
// again.
static int value_to_tt(int value, int ply) {
    return value > ENGINE_CERTAIN ? value + ply : value < -ENGINE_CERTAIN ? value - ply : value;
}

static int value_from_tt(int value, int ply) {
    return value > ENGINE_CERTAIN ? value - ply : value < -ENGINE_CERTAIN ? value + ply : value;
}

bool search_must_stop(Search *t) {
    if (t->nodes >= t->next_check) {
        int64_t limit = t->is_main_thread ? t->stop_condition->nodes : 0;
        t->next_check = t->nodes + CLOCK_INTERVAL;
        if (limit && t->next_check > limit)
            t->next_check = limit;
        if (t->is_main_thread)
            stop_condition_check(t->stop_condition, t->nodes);
        else
            stop_condition_check_clock(t->stop_condition);
    }
    t->stopped = t->stopped || stop_condition_is_met(t->stop_condition);
    return t->stopped;
}

// Static evaluation. Lazy evaluation: the net runs only if the classical value is within NET_MARGIN
// of the window.
static int evaluate(Search *t, int alpha, int beta) {
    const Position *s = t->position;
    int value = classical_eval(s);
    if (!t->net || value < alpha - NET_MARGIN || value > beta + NET_MARGIN)
        return value;
    if (!eval_cache_probe(t->eval_cache, s->state.hash, &value)) {
        value = accumulator_value(t->net, s->board.turn);
        eval_cache_store(t->eval_cache, s->state.hash, value);
    }
    return value;
}

// ---- Decided without a search

static bool is_in_check(const Position *s) {
    return position_count(s, stone_other(s->board.turn), CATEGORY_FIVE) > 0;
}

// True if threat_verdict may find a win beyond a five or an open four, judging by the counts.
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

// ---- Transposition table

typedef struct {
    TtEntry entry; // all zero on a miss
    int value;
    bool found;
} TtHit;

static TtHit probe_tt(const Search *t, uint64_t key, int ply) {
    TtHit k = {0};
    k.found = tt_probe(t->table, key, &k.entry);
    if (k.found)
        k.value = value_from_tt(k.entry.value, ply);
    return k;
}

// True if the entry allows a cutoff. A proven outcome does at any depth.
static bool causes_tt_cutoff(const TtHit *k, int alpha, int beta, int depth) {
    if (!k->found || (k->entry.depth < depth && !engine_is_certain(k->value)))
        return false;
    return k->entry.bound == BOUND_EXACT || (k->entry.bound == BOUND_LOWER && k->value >= beta) ||
           (k->entry.bound == BOUND_UPPER && k->value <= alpha);
}

static void save_to_tt(Search *t, uint64_t key, Point move, int value, int static_eval, int depth,
                       ValueBound bound, int ply) {
    tt_store(t->table, key,
             (TtEntry){
                 .move = move,
                 .value = (int16_t)value_to_tt(value, ply),
                 .static_eval = (int16_t)static_eval,
                 .depth = (int16_t)int_max(0, int_min(depth, TT_DEPTH_MAX)),
                 .bound = (uint8_t)bound,
             });
}

// The stored static evaluation, unless it is missing. With a net, a stored classical value is not
// reused: it was enough for a distant window, but may not be for this one.
static int static_eval_at(Search *t, const TtHit *k, int alpha, int beta) {
    bool is_known = k->found && k->entry.static_eval != TT_NO_STATIC_EVAL &&
                    !(t->net && k->entry.static_eval == classical_eval(t->position));
    return is_known ? k->entry.static_eval : evaluate(t, alpha, beta);
}

// The static evaluation, or the search value from the table if its bound makes it a better
// estimate.
static int refined_eval(const TtHit *k, int static_eval) {
    ValueBound wanted = k->value > static_eval ? BOUND_LOWER : BOUND_UPPER;
    bool is_better = k->found && !engine_is_certain(k->value) && (k->entry.bound & wanted);
    return is_better ? k->value : static_eval;
}

// ---- Moves

int search_after(Search *t, Point p, int alpha, int beta, int depth, int ply, bool cut) {
    search_frame(t, ply)->move = p;
    uint64_t key = position_hash_after(t->position, p);
    tt_prefetch(t->table, key);
    if (t->net) {
        eval_cache_prefetch(t->eval_cache, key);
        accumulator_push(t->net, p, t->position->board.turn);
    }
    position_make(t->position, p);
    int value = -search_node(t, -beta, -alpha, depth, ply + 1, cut);
    position_undo(t->position);
    if (t->net)
        accumulator_pop(t->net);
    return value;
}

// The opponent threatens five. Forced replies cost no depth (check extension), unless the path is
// already long.
static int search_forced_replies(Search *t, int alpha, int beta, int depth, int ply, bool cut) {
    Point answers[POSITION_ANSWERS_MAX];
    int n = position_answers(t->position, answers);
    SearchFrame *f = search_frame(t, ply);
    f->static_eval = -f[-1].static_eval;
    depth += ply > 2 * t->root_depth ? -PLY : FORCED_REPLY_EXTENSION;
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

// Quiescence at depth 0: the static evaluation, unless a VCF search finds a win by continuous
// fours.
static int quiescence(Search *t, const TtHit *k, int alpha, int beta, int ply) {
    Position *s = t->position;
    int static_eval = static_eval_at(t, k, alpha, beta);
    search_frame(t, ply)->static_eval = static_eval;
    if (static_eval >= beta || !position_may_make_four(s, s->board.turn))
        return static_eval;
    bool wins = vcf_search(t->vcf, s, LEAF_VCF_DEPTH, LEAF_VCF_NODES);
    int value = wins ? mate_in(ply + t->vcf->stones) : static_eval;
    save_to_tt(t, s->state.hash, wins ? t->vcf->line[0] : POINT_NONE, value, static_eval, 0,
               wins ? BOUND_LOWER : BOUND_EXACT, ply);
    return value;
}

// Approximately 16 * log2(n), in integers so that every compiler gives the same result.
static int log_of(int n) {
    int whole = 31 - __builtin_clz((unsigned)n);
    return 16 * whole + ((16 * n) >> whole) - 16;
}

typedef struct {
    int alpha, beta, depth, ply;
    bool pv, cut, improving;
    TtHit tt;
    Defenses defenses;
} Node;

static bool is_threatened(const Node *n) {
    return n->defenses.by != THREATENED_BY_NOTHING;
}

// Late move reduction (LMR): how much less deeply the `index`-th move is searched at first.
static int late_move_reduction(const Search *t, const Node *n, const MovePicker *k, Point p,
                               int index) {
    const Position *s = t->position;
    int own = s->board.turn - BLACK;
    Category makes = s->cells[p].categories[own], denies = s->cells[p].categories[1 - own];
    int reduction = log_of(n->depth / PLY) * log_of(index) / LMR_DIVISOR;
    reduction += n->improving ? 0 : LMR_NOT_IMPROVING;
    reduction += n->cut ? LMR_CUT_NODE : 0;
    reduction -= n->pv ? LMR_PV : 0;
    reduction -= makes >= CATEGORY_OPEN_THREE ? LMR_ATTACK : 0;
    reduction -= denies >= CATEGORY_OPEN_THREE ? LMR_DEFENCE : 0;
    reduction -= t->history.moves[own][makes >= CATEGORY_OPEN_THREE][p] / LMR_HISTORY;
    if (t->net)
        reduction += int_max(
            -PLY, int_min(PLY, (move_picker_gap(k) - LMR_USUAL_GAP) * LMR_ORDERING_GAP / 100));
    return reduction;
}

// Depth adjustment for the re-search after a reduced search beat alpha: deeper if it did so
// clearly, shallower if it barely did.
static int research_adjustment(int above_alpha) {
    return above_alpha > LMR_RESEARCH_DEEPER      ? PLY / 2
           : above_alpha < LMR_RESEARCH_SHALLOWER ? -PLY / 2
                                                  : 0;
}

// Principal variation search (PVS): the first move gets the full window, later ones a null window
// and late move reduction. A move that beats alpha is searched again, at full depth and then in the
// full window.
static int search_move(Search *t, const Node *n, const MovePicker *k, Point p, int index, int alpha,
                       int extension) {
    int depth = n->depth - PLY + extension, value = 0;
    if (index == 1)
        return search_after(t, p, alpha, n->beta, depth, n->ply, !n->pv && !n->cut);
    int reduction = 0;
    if (n->depth >= 2 * PLY)
        reduction = int_max(0, int_min(late_move_reduction(t, n, k, p, index), depth - PLY / 2));
    value = search_after(t, p, alpha, alpha + 1, depth - reduction, n->ply, true);
    if (value > alpha && reduction >= PLY && !t->stopped)
        depth += research_adjustment(value - alpha);
    if (value > alpha && reduction > 0 && !t->stopped)
        value = search_after(t, p, alpha, alpha + 1, depth, n->ply, !n->cut);
    if (value > alpha && value < n->beta && !t->stopped)
        value = search_after(t, p, alpha, n->beta, depth, n->ply, false);
    return value;
}

static bool is_attack(const Position *s, Point p) {
    return s->cells[p].categories[s->board.turn - BLACK] >= CATEGORY_OPEN_THREE;
}

static void update_move_history(Search *t, int ply, Point p, int bonus) {
    const Position *s = t->position;
    int own = s->board.turn - BLACK;
    Point previous = search_frame(t, ply - 1)->move;
    history_update(&t->history.moves[own][is_attack(s, p)][p], bonus);
    history_update(&t->history.continuation[own][previous][p], bonus);
}

// Beta cutoff by `p`: rewards it and penalizes the moves tried before it in the histories, and
// stores it as counter move and killer move.
static void update_on_cutoff(Search *t, const Node *n, Point p, const MovePicker *k) {
    int plies = int_min(n->depth / PLY, 12);
    int bonus = int_min(HISTORY_BONUS * plies * plies + HISTORY_BONUS_PER_PLY * plies, 1600);
    SearchFrame *f = search_frame(t, n->ply);
    update_move_history(t, n->ply, p, bonus);
    if (k->tt_move != POINT_NONE && k->tt_move != p)
        update_move_history(t, n->ply, k->tt_move, -bonus);
    for (int i = 0; i < k->next; i++)
        if (move_picker_point(k, i) != p)
            update_move_history(t, n->ply, move_picker_point(k, i), -bonus);
    t->history.counter_moves[t->position->board.turn - BLACK][f[-1].move] = p;
    if (f->killers[0] != p) {
        f->killers[1] = f->killers[0];
        f->killers[0] = p;
    }
}

// ---- Pruning and extensions

// Late move pruning (LMP): moves after this many are skipped.
static int late_move_limit(const Node *n) {
    int plies = n->depth / PLY;
    int limit = (LATE_MOVE_LIMIT_BASE + LATE_MOVE_LIMIT_GROWTH * plies * plies) / 16 + plies;
    return n->improving ? limit : limit * LATE_MOVE_NOT_IMPROVING / 16 + 1;
}

// Policy pruning: with a net, moves with an ordering score far below the best are skipped.
static bool is_below_ordering_gap(const Search *t, const Node *n, const MovePicker *k) {
    int most = move_picker_uses_policy(k) ? ORDERING_GAP_MAX : CLASSICAL_GAP_MAX;
    return t->net && !n->pv &&
           move_picker_gap(k) > most + ORDERING_GAP_MAX_PER_PLY * n->depth / PLY;
}

static bool is_pruned(const Search *t, const Node *n, const MovePicker *k, Point p, int index) {
    const Position *s = t->position;
    int own = s->board.turn - BLACK;
    if (s->cells[p].categories[own] >= CATEGORY_FOUR)
        return false;
    if (index > late_move_limit(n))
        return true;
    if (is_below_ordering_gap(t, n, k) && !is_attack(s, p))
        return true;
    bool trivial = s->cells[p].categories[own] == CATEGORY_NONE &&
                   s->cells[p].categories[1 - own] == CATEGORY_NONE;
    return trivial && n->depth < TRIVIAL_DEPTH && !n->pv;
}

// Singular extension: if a reduced search without the table's move fails low, that move is
// extended. If it fails high above beta instead, *value is set and MULTI_CUT returned: the node can
// be cut off (multi-cut pruning).
enum { MULTI_CUT = 10000 };

static int singular_extension(Search *t, const Node *n, int *value) {
    const TtHit *k = &n->tt;
    SearchFrame *f = search_frame(t, n->ply);
    if (n->depth < SINGULAR_DEPTH || k->entry.depth < n->depth - 3 * PLY ||
        engine_is_certain(k->value) || !(k->entry.bound & BOUND_LOWER) ||
        n->ply > 2 * t->root_depth)
        return 0;
    int singular_beta = k->value - SINGULAR_MARGIN_PER_PLY * n->depth / (16 * PLY);
    f->excluded = k->entry.move;
    int others = search_node(t, singular_beta - 1, singular_beta,
                             n->depth * SINGULAR_SEARCH_DEPTH / 16, n->ply, n->cut);
    f->excluded = POINT_NONE;
    if (t->stopped)
        return 0;
    if (others < singular_beta)
        return PLY;
    if (singular_beta >= n->beta) {
        *value = singular_beta;
        return MULTI_CUT;
    }
    return k->value >= n->beta ? -PLY : 0;
}

static int razor_margin(int depth) {
    return RAZOR_MARGIN + RAZOR_MARGIN_PER_PLY * depth / PLY;
}

// Reverse futility pruning.
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
    MovePicker k = move_picker_start(t, n->ply, n->depth, n->tt.entry.move, &n->defenses);
    search_frame(t, n->ply + 1)->killers[0] = search_frame(t, n->ply + 1)->killers[1] = POINT_NONE;
    for (Point p; (p = move_picker_next(&k)) != POINT_NONE;) {
        if (p == excluded || position_is_forbidden(s, own, p))
            continue;
        if (best > -ENGINE_CERTAIN && is_pruned(t, n, &k, p, tried + 1))
            continue;
        tried++;
        int extension = 0, value = 0;
        if (p == n->tt.entry.move && excluded == POINT_NONE) {
            extension = singular_extension(t, n, &value);
            if (extension == MULTI_CUT) {
                move_picker_end(&k);
                return value;
            }
        }
        value = search_move(t, n, &k, p, tried, alpha, extension);
        if (t->stopped)
            break;
        if (value > best) {
            best = value;
            if (value > alpha || best_move == POINT_NONE)
                best_move = p;
        }
        alpha = int_max(alpha, value);
        if (alpha >= n->beta) {
            update_on_cutoff(t, n, p, &k);
            break;
        }
    }
    move_picker_end(&k);
    if (t->stopped)
        return 0;
    if (excluded != POINT_NONE)
        return tried > 0 ? best : n->alpha;
    if (is_threatened(n)) // every move not searched loses to the threat
        best = int_max(best, mated_in(n->ply + n->defenses.plies));
    else if (tried == 0)
        best = 0; // Black has no legal move: a draw
    save_to_tt(t, key, best > n->alpha ? best_move : POINT_NONE, best, f->static_eval, n->depth,
               best >= n->beta   ? BOUND_LOWER
               : best > n->alpha ? BOUND_EXACT
                                 : BOUND_UPPER,
               n->ply);
    return best;
}

// Checks the counts first: most positions have no threat.
static void find_defenses(Position *s, Defenses *defenses) {
    Stone other = stone_other(s->board.turn);
    if (position_count(s, other, CATEGORY_OPEN_FOUR) > 0 ||
        position_count(s, other, CATEGORY_FOUR_THREE) > 0)
        threat_defenses(s, defenses);
    else
        defenses->by = THREATENED_BY_NOTHING;
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
        return search_forced_replies(t, alpha, beta, depth, ply, cut);

    // Mate distance pruning: nothing here is better than a win in 5 or worse than a loss in 4.
    alpha = int_max(alpha, mated_in(ply + 4));
    beta = int_min(beta, mate_in(ply + 5));
    if (alpha >= beta)
        return alpha;
    n.alpha = alpha;
    n.beta = beta;

    Point excluded = f->excluded;
    uint64_t key = s->state.hash ^ (uint64_t)excluded * 0x9e3779b97f4a7c15u;
    n.tt = probe_tt(t, key, ply);
    if (!n.pv && excluded == POINT_NONE && causes_tt_cutoff(&n.tt, alpha, beta, depth))
        return n.tt.value;
    find_defenses(s, &n.defenses);
    bool threatened = is_threatened(&n);
    if (threatened && n.defenses.count == 0)
        return mated_in(ply + n.defenses.plies);
    if (depth <= 0) {
        if (!threatened || ply >= t->root_depth) // threats extend only up to the nominal depth
            return quiescence(t, &n.tt, alpha, beta, ply);
        n.depth = 1;
    }
    if (excluded == POINT_NONE)
        f->static_eval = static_eval_at(t, &n.tt, alpha, beta);
    n.improving = f->static_eval > f[-2].static_eval;
    if (!n.pv && excluded == POINT_NONE && !threatened && !engine_is_certain(beta)) {
        int eval = refined_eval(&n.tt, f->static_eval);
        // Razoring: far below alpha near the leaves, only a VCF could help.
        if (depth < RAZOR_DEPTH && eval + razor_margin(depth) <= alpha)
            return quiescence(t, &n.tt, alpha, beta, ply);
        // Reverse futility pruning (static null move pruning).
        if (depth < FUTILITY_DEPTH && eval - futility_margin(depth, n.improving) >= beta)
            return eval;
    }
    // Internal iterative reduction (IIR): without a table move, search shallower first.
    if (n.depth >= IIR_DEPTH && n.tt.entry.move == POINT_NONE)
        n.depth -= IIR_REDUCTION;
    return search_moves(t, &n, key);
}
