#include "engine/search/search.h"

#include "base/number.h"
#include "engine/search/move_picker.h"
#include "engine/search/params.h"
#include "engine/search/time_management.h"

#include <stdlib.h>
#include <string.h>

enum {
    UNSEARCHED = -SEARCH_INFINITE, // value of a move not searched in this iteration
    ROOT_VCF_NODES = 100000,
    ROOT_VCF_DEPTH = 30,
    DEPTH_MAX = 100,
};

typedef struct {
    Point point;
    int value, depth;             // in this iteration; in plies
    int previous, previous_depth; // in the last iteration that searched it
} RootMove;

typedef struct {
    int count;
    RootMove moves[BOARD_MAX * BOARD_MAX];
} RootMoves;

static int lines_of(const EngineRequest *r) {
    return int_max(1, int_min(r->line_count, ENGINE_LINES_MAX));
}

static int max_depth_of(const EngineRequest *r) {
    return r->budget.depth ? int_min(r->budget.depth, DEPTH_MAX) : DEPTH_MAX;
}

// ---- Root moves

static bool is_allowed(const EngineRequest *r, Point p) {
    return !points_have(r->excluded, r->excluded_count, p) &&
           (r->allowed_count == 0 || points_have(r->allowed, r->allowed_count, p));
}

static void add_move(Search *t, RootMoves *list, Point p) {
    const Position *s = t->position;
    if (is_allowed(t->request, p) && !position_is_forbidden(s, s->board.turn, p))
        list->moves[list->count++] =
            (RootMove){.point = p, .value = UNSEARCHED, .previous = UNSEARCHED};
}

// NULL if it is not in the list.
static const RootMove *find_move(const RootMoves *list, Point p) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i].point == p)
            return &list->moves[i];
    return NULL;
}

// Lists a winning five; or the blocks of the opponent's five; or points near stones in the order of
// the move picker. Every legal move if that leaves none, or if the caller restricts the moves.
static void list_moves(Search *t, RootMoves *list) {
    Position *s = t->position;
    Point points[BOARD_MAX * BOARD_MAX];
    list->count = 0;
    if (position_count(s, s->board.turn, CATEGORY_FIVE) > 0) {
        add_move(t, list, position_five(s, s->board.turn));
    } else if (position_count(s, stone_other(s->board.turn), CATEGORY_FIVE) > 0) {
        int n = position_answers(s, points);
        for (int i = 0; i < n; i++)
            add_move(t, list, points[i]);
    }
    if (list->count == 0) {
        MovePicker k = move_picker_start(t, 0, SEARCH_PLY_MAX * PLY, POINT_NONE, &(Defenses){0});
        for (Point p; (p = move_picker_next(&k)) != POINT_NONE;)
            add_move(t, list, p);
        move_picker_end(&k);
    }
    if (list->count == 0 || t->request->allowed_count > 0) {
        int n = board_empty_points(&s->board, points);
        for (int i = 0; i < n; i++)
            if (!find_move(list, points[i]))
                add_move(t, list, points[i]);
    }
}

// Stable sort, best value of this iteration first. Unsearched moves stay in order at the end.
static void sort_moves(RootMoves *list, int from) {
    for (int i = from + 1; i < list->count; i++) {
        RootMove m = list->moves[i];
        int at = i;
        for (; at > from && list->moves[at - 1].value < m.value; at--)
            list->moves[at] = list->moves[at - 1];
        list->moves[at] = m;
    }
}

// ---- Principal variation

// The next move of the PV: a five; a block of the opponent's five, or any move there if nothing
// blocks it; otherwise the table's move.
static Point pv_move(Search *t) {
    Position *s = t->position;
    TtEntry e = {0};
    tt_probe(t->table, s->state.hash, &e);
    if (position_count(s, s->board.turn, CATEGORY_FIVE) > 0)
        return position_five(s, s->board.turn);
    if (position_count(s, stone_other(s->board.turn), CATEGORY_FIVE) == 0)
        return e.move;
    Point answers[POSITION_ANSWERS_MAX];
    int n = position_answers(s, answers);
    if (points_have(answers, n, e.move))
        return e.move;
    return n > 0 ? answers[0] : position_five(s, stone_other(s->board.turn));
}

static void pv_from_tt(Search *t, EngineLine *line) {
    Position *s = t->position;
    Point next = line->move;
    line->length = 0;
    while (next > POINT_MORE && s->board.at[next] == EMPTY && line->length < ENGINE_LINE_MAX &&
           !position_is_forbidden(s, s->board.turn, next)) {
        bool wins = position_raw_category(s, s->board.turn, next) == CATEGORY_FIVE;
        line->moves[line->length++] = next;
        position_make(s, next);
        if (wins)
            break;
        next = pv_move(t);
    }
}

// Continues the line with a VCF, using no more stones than the mate score allows.
static void finish_pv_with_vcf(Search *t, EngineLine *line) {
    enum { NODES = 1000 };
    int left = ENGINE_MATE - abs(line->value) - line->length;
    if (left <= 0)
        return;
    t->vcf->max_stones = left;
    if (vcf_search(t->vcf, t->position, ROOT_VCF_DEPTH, NODES))
        for (int i = 0; i < t->vcf->length && line->length < ENGINE_LINE_MAX; i++)
            line->moves[line->length++] = t->vcf->line[i];
    t->vcf->max_stones = 0;
}

// Fills in the PV after `line->move` from the transposition table, and completes a proven win with
// a VCF.
static void fill_pv(Search *t, EngineLine *line) {
    pv_from_tt(t, line);
    if (line->length > 0 && engine_is_certain(line->value))
        finish_pv_with_vcf(t, line);
    while (t->position->plies > 0)
        position_undo(t->position);
}

// Value of a move that was not searched: the static evaluation after it.
static int unsearched_value(Position *s, Point p) {
    if (position_raw_category(s, s->board.turn, p) == CATEGORY_FIVE)
        return mate_in(1);
    position_make(s, p);
    bool loses = position_count(s, s->board.turn, CATEGORY_FIVE) > 0;
    int value = -classical_eval(s);
    position_undo(s);
    return loses ? mated_in(2) : value;
}

static int known_value(const RootMove *m) {
    return m->value != UNSEARCHED ? m->value : m->previous;
}

static int known_depth(const RootMove *m) {
    return m->value != UNSEARCHED ? m->depth : m->previous_depth;
}

// The searched moves as lines (MultiPV). The first move is included even if it was not searched.
static void fill_result(Search *t, const RootMoves *list, int lines, EngineResult *result) {
    result->nodes = t->nodes;
    result->line_count = 0;
    for (int i = 0; i < int_min(lines, list->count); i++) {
        const RootMove *m = &list->moves[i];
        int value = known_value(m);
        if (value == UNSEARCHED && i > 0)
            break;
        EngineLine *line = &result->lines[result->line_count++];
        *line = (EngineLine){.move = m->point, .value = value, .depth = known_depth(m)};
        if (value == UNSEARCHED)
            line->value = unsearched_value(t->position, m->point);
        fill_pv(t, line);
    }
}

static void send_progress(const Search *t, EngineResult *result) {
    const EngineRequest *r = t->request;
    result->ms = stop_condition_elapsed_ms(t->stop_condition);
    result->net_name = t->net_name;
    if (r->on_progress)
        r->on_progress(r->progress_context, result);
}

// Keeps the lines of a finished iteration, and reports them.
static void report(Search *t, const RootMoves *list, int lines, EngineResult *result) {
    const EngineRequest *r = t->request;
    if (!t->is_main_thread || (r->move_only && !r->on_progress))
        return;
    fill_result(t, list, lines, result);
    send_progress(t, result);
}

// ---- Search

static void record_score(RootMove *m, int value, int depth) {
    m->value = value;
    m->depth = depth / PLY;
}

// A five is scored here: search_node detects fives before they are played, not on the board.
static int search_root_move(Search *t, Point p, int alpha, int beta, int depth, bool cut) {
    const Position *s = t->position;
    if (position_raw_category(s, s->board.turn, p) == CATEGORY_FIVE)
        return mate_in(1);
    return search_after(t, p, alpha, beta, depth, 0, cut);
}

// PVS over the root moves from `first` on, with late move reduction. Returns the best value, which
// is exact if it lies inside the window.
static int search_root_moves(Search *t, RootMoves *list, int first, int alpha, int beta,
                             int depth) {
    int best = -SEARCH_INFINITE;
    for (int i = first; i < list->count; i++) {
        RootMove *m = &list->moves[i];
        int value = -SEARCH_INFINITE;
        if (i > first) {
            int index = i - first + 1;
            int reduction = index > 3 && depth > 2 * PLY ? (index > 12 ? 2 * PLY : PLY) : 0;
            value = search_root_move(t, m->point, alpha, alpha + 1, depth - PLY - reduction, true);
            if (value > alpha && reduction > 0 && !t->stopped)
                value = search_root_move(t, m->point, alpha, alpha + 1, depth - PLY, true);
        }
        if (i == first || (value > alpha && !t->stopped))
            value = search_root_move(t, m->point, alpha, beta, depth - PLY, false);
        if (t->stopped)
            return best;
        m->value = UNSEARCHED;
        if (i == first || value > alpha)
            record_score(m, value, depth);
        best = int_max(best, value);
        alpha = int_max(alpha, value);
        if (alpha >= beta)
            break;
    }
    return best;
}

// Aspiration window: a narrow window around the previous iteration's value, widened on fail low or
// fail high.
static void aspiration_search(Search *t, RootMoves *list, int first, int depth) {
    int expected = list->moves[first].previous, width = ASPIRATION_WIDTH;
    bool is_narrow = depth > 5 * PLY && expected != UNSEARCHED && !engine_is_certain(expected);
    int alpha = is_narrow ? expected - width : -SEARCH_INFINITE;
    int beta = is_narrow ? expected + width : SEARCH_INFINITE;
    for (;;) {
        int value = search_root_moves(t, list, first, alpha, beta, depth);
        sort_moves(list, first);
        if (t->stopped || (value > alpha && value < beta))
            return;
        width *= 3;
        if (value <= alpha)
            alpha = width > 1000 ? -SEARCH_INFINITE : value - width;
        else
            beta = width > 1000 ? SEARCH_INFINITE : value + width;
    }
}

// Ranks a move of unknown value above every proven loss and below everything else.
static int known_or_unknown(const RootMove *m) {
    return known_value(m) == UNSEARCHED ? -ENGINE_CERTAIN : known_value(m);
}

// A search may be stopped right after its best move turned out to lose. Moves the best other one,
// not known to lose, to the front.
static void prefer_not_losing(RootMoves *list) {
    int best = 0;
    for (int i = 1; i < list->count; i++)
        if (known_or_unknown(&list->moves[i]) > known_or_unknown(&list->moves[best]))
            best = i;
    RootMove m = list->moves[best];
    memmove(&list->moves[1], &list->moves[0], (size_t)best * sizeof m);
    list->moves[0] = m;
}

static bool is_settled(const RootMoves *list, int lines) {
    for (int i = 0; i < int_min(lines, list->count); i++)
        if (!engine_is_certain(list->moves[i].value))
            return false;
    return true;
}

// MultiPV: the k-th line is searched without the best moves of the lines before it.
static void iterative_deepening(Search *t, RootMoves *list, int lines, EngineResult *result) {
    const EngineRequest *r = t->request;
    int max_depth = max_depth_of(r);
    const Budget *budget = &r->budget;
    TimeManager time_manager = {
        .soft_ms = budget->target_ms < budget->ms ? budget->target_ms : 0,
        .hard_ms = budget->ms,
    };
    for (int plies = 1; plies <= max_depth && !t->stopped; plies++) {
        Point best = list->moves[0].point;
        for (int i = 0; i < list->count; i++) {
            RootMove *m = &list->moves[i];
            m->previous_depth = known_depth(m);
            m->previous = known_value(m);
            m->value = UNSEARCHED;
        }
        t->root_depth = plies;
        for (int k = 0; k < int_min(lines, list->count) && !t->stopped; k++)
            aspiration_search(t, list, k, plies * PLY);
        sort_moves(list, 0);
        if (!t->stopped)
            report(t, list, lines, result);
        else if (known_or_unknown(&list->moves[0]) < -ENGINE_CERTAIN)
            prefer_not_losing(list);
        time_manager_update(&time_manager, list->moves[0].point != best,
                            known_value(&list->moves[0]),
                            stop_condition_elapsed_ms(t->stop_condition));
        if (is_settled(list, lines) ||
            (t->is_main_thread && time_manager_should_stop(&time_manager)))
            break;
    }
}

// ---- VCF at the root

// Searches for a shorter VCF, with about as many nodes as finding the first one took. Skipped if
// the caller restricts the first moves, because a shorter win may start with another move.
static void shorten_vcf(Search *t, int64_t nodes_left) {
    enum { NODES_MIN = 1000 };
    const EngineRequest *r = t->request;
    int64_t nodes = int_max(NODES_MIN, (int)t->vcf->nodes);
    if (r->allowed_count == 0 && r->excluded_count == 0)
        vcf_shorten(t->vcf, t->position, ROOT_VCF_DEPTH, nodes < nodes_left ? nodes : nodes_left);
}

// Searches for a VCF before the main search, within half of the time.
static bool find_vcf(Search *t, EngineResult *result) {
    const StopCondition *stop = t->stop_condition;
    t->vcf->deadline_ns = stop->deadline_ns ? (stop->started_ns + stop->deadline_ns) / 2 : 0;
    t->vcf->stop = stop->token;
    bool is_short = stop->nodes > 0 && stop->nodes / 4 < ROOT_VCF_NODES;
    int64_t nodes = is_short ? stop->nodes / 4 : ROOT_VCF_NODES;
    bool wins = vcf_search(t->vcf, t->position, ROOT_VCF_DEPTH, nodes);
    if (wins)
        shorten_vcf(t, nodes - t->vcf->nodes);
    t->vcf->deadline_ns = 0; // VCF searches at the leaves are too short to need one
    t->vcf->stop = (StopToken){0};
    t->nodes += t->vcf->nodes;
    if (!wins || !is_allowed(t->request, t->vcf->line[0]))
        return false;
    EngineLine *line = &result->lines[0];
    *result = (EngineResult){.nodes = t->nodes, .line_count = 1};
    line->move = t->vcf->line[0];
    line->length = int_min(t->vcf->length, ENGINE_LINE_MAX);
    memcpy(line->moves, t->vcf->line, (size_t)line->length * sizeof line->moves[0]);
    line->value = mate_in(t->vcf->stones);
    line->depth = line->length;
    return true;
}

// Sorts all lines after the first: a stopped search has some values from the previous iteration.
static void sort_lines(EngineResult *result) {
    for (int i = 2; i < result->line_count; i++) {
        EngineLine line = result->lines[i];
        int at = i;
        for (; at > 1 && result->lines[at - 1].value < line.value; at--)
            result->lines[at] = result->lines[at - 1];
        result->lines[at] = line;
    }
}

static bool is_known_to_lose(const RootMoves *list, Point p) {
    const RootMove *m = find_move(list, p);
    return m && known_or_unknown(m) < -ENGINE_CERTAIN;
}

// An interrupted iteration may score line 1 below lines it has not searched again yet, while the
// lines of the last report all have the same depth. So the report is better, unless the iteration
// found a win or showed that the reported move loses.
static bool is_last_report_better(const Search *t, const RootMoves *list, int lines,
                                  const EngineResult *reported) {
    int best = known_value(&list->moves[0]);
    return t->stopped && lines > 1 && reported->line_count > 0 &&
           !(engine_is_certain(best) && best > 0) &&
           !is_known_to_lose(list, reported->lines[0].move);
}

void root_search(Search *t, EngineResult *result) {
    const EngineRequest *r = t->request;
    int lines = lines_of(r);
    RootMoves list;
    result->line_count = 0; // nothing reported yet
    list_moves(t, &list);
    if (list.count == 0) {
        *result = (EngineResult){.line_count = 1, .lines[0].move = POINT_PASS};
        return;
    }
    if (t->is_main_thread && lines == 1 && find_vcf(t, result)) {
        send_progress(t, result);
        return;
    }
    bool is_forced = list.count == 1 && r->budget.ms > 0 && r->move_only && !r->on_progress;
    if (!is_forced)
        iterative_deepening(t, &list, lines, result);
    if (is_last_report_better(t, &list, lines, result)) {
        result->nodes = t->nodes;
        return;
    }
    fill_result(t, &list, lines, result);
    sort_lines(result);
}

void root_order_moves(Search *t, EngineResult *result) {
    RootMoves list;
    list_moves(t, &list);
    int lines = lines_of(t->request);
    *result = (EngineResult){.line_count = int_max(1, int_min(lines, list.count))};
    result->lines[0].move = POINT_PASS;
    for (int i = 0; i < list.count; i++)
        list.moves[i].value = position_score(t->position, list.moves[i].point);
    sort_moves(&list, 0);
    for (int i = 0; i < int_min(lines, list.count); i++) {
        Point p = list.moves[i].point;
        result->lines[i] =
            (EngineLine){.move = p, .value = list.moves[i].value, .length = 1, .moves[0] = p};
    }
}

// ---- Balance search

static int distance(int value, int target) {
    return value == UNSEARCHED ? SEARCH_INFINITE : abs(value - target);
}

static void sort_by_distance(RootMoves *list, int target) {
    for (int i = 1; i < list->count; i++) {
        RootMove m = list->moves[i];
        int at = i;
        for (; at > 0 && distance(list->moves[at - 1].value, target) > distance(m.value, target);
             at--)
            list->moves[at] = list->moves[at - 1];
        list->moves[at] = m;
    }
}

// The window is centered on `target`: only values closer to it than the `lines`-th closest so far
// matter.
static void balance_once(Search *t, RootMoves *list, int target, int lines, int depth) {
    for (int i = 0; i < list->count; i++) {
        RootMove *m = &list->moves[i];
        int nearest[ENGINE_LINES_MAX], known = 0;
        for (int j = 0; j < i; j++) {
            int d = distance(list->moves[j].value, target), at = int_min(known, lines - 1);
            if (known == lines && d >= nearest[lines - 1])
                continue;
            for (; at > 0 && nearest[at - 1] > d; at--)
                nearest[at] = nearest[at - 1];
            nearest[at] = d;
            known = int_min(known + 1, lines);
        }
        int reach = known < lines ? SEARCH_INFINITE : nearest[lines - 1];
        int alpha = int_max(target - reach, -SEARCH_INFINITE);
        int beta = int_min(target + reach, SEARCH_INFINITE);
        if (alpha + 1 >= beta)
            return;
        int value = search_root_move(t, m->point, alpha, beta, depth - PLY, false);
        if (t->stopped)
            return;
        if (value > alpha && value < beta)
            record_score(m, value, depth);
    }
}

void root_balance(Search *t, EngineResult *result) {
    const EngineRequest *r = t->request;
    int lines = lines_of(r), target = r->balance_target;
    int max_depth = max_depth_of(r);
    RootMoves list;
    list_moves(t, &list);
    if (list.count == 0) {
        *result = (EngineResult){.line_count = 1, .lines[0].move = POINT_PASS};
        return;
    }
    for (int plies = 1; plies <= max_depth; plies++) {
        RootMoves before = list;
        for (int i = 0; i < list.count; i++)
            list.moves[i].value = UNSEARCHED;
        t->root_depth = plies;
        balance_once(t, &list, target, lines, plies * PLY);
        if (t->stopped) { // discard the interrupted iteration
            list = before;
            break;
        }
        sort_by_distance(&list, target);
        report(t, &list, lines, result);
    }
    fill_result(t, &list, lines, result);
}
