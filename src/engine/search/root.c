#include "engine/search/root.h"

#include "base/util.h"
#include "engine/search/move_picker.h"
#include "engine/search/params.h"
#include "engine/search/time_management.h"

#include <stdlib.h>
#include <string.h>

enum {
    UNSEEN = -SEARCH_INFINITE, // the value of a move that this iteration has not come to
    ROOT_VCF_NODES = 100000,
    ROOT_VCF_DEPTH = 30,
    DEPTH_MAX = 100,
};

typedef struct {
    Point point;
    int value, depth;             // in this iteration; in plies
    int previous, previous_depth; // in the last one that came to it
} RootMove;

typedef struct {
    int count;
    RootMove moves[BOARD_MAX * BOARD_MAX];
} RootMoves;

// ---- Which moves

static bool is_wanted(const EngineLimits *l, Point p) {
    return !points_have(l->barred, l->barred_count, p) &&
           (l->only_count == 0 || points_have(l->only, l->only_count, p));
}

static void add_move(Search *t, RootMoves *list, Point p) {
    const Position *s = t->position;
    if (is_wanted(t->watch->limits, p) && !position_is_forbidden(s, s->board.turn, p))
        list->moves[list->count++] = (RootMove){.point = p, .value = UNSEEN, .previous = UNSEEN};
}

// NULL: it is not among them.
static const RootMove *find_move(const RootMoves *list, Point p) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i].point == p)
            return &list->moves[i];
    return NULL;
}

// A five; what parries where something must be parried; what is near stones, the likely ones first;
// and where there is none of these, or somebody names moves, whatever is legal.
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
        MovePicker k = move_picker_start(t, 0, SEARCH_PLY_MAX * PLY, POINT_NONE, &(Defences){0});
        for (Point p; (p = move_picker_next(&k)) != POINT_NONE;)
            add_move(t, list, p);
        move_picker_end(&k);
    }
    if (list->count == 0 || t->watch->limits->only_count > 0) {
        int n = board_empty_points(&s->board, points);
        for (int i = 0; i < n; i++)
            if (!find_move(list, points[i]))
                add_move(t, list, points[i]);
    }
}

// The best of this iteration first, those it has not seen behind them in the order they had.
static void sort_moves(RootMoves *list, int from) {
    for (int i = from + 1; i < list->count; i++) {
        RootMove m = list->moves[i];
        int at = i;
        for (; at > from && list->moves[at - 1].value < m.value; at--)
            list->moves[at] = list->moves[at - 1];
        list->moves[at] = m;
    }
}

// ---- The expected line

// A five; what answers the other side's, or one of them if nothing does; or else the table's move.
static Point expected_move(Search *t) {
    Position *s = t->position;
    TtEntry e = {0};
    tt_probe(t->table, s->now.hash, &e);
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

static void follow_table(Search *t, EngineLine *line) {
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
        next = expected_move(t);
    }
}

// Goes on with a win by fours, in no more stones than are left by what the line is worth.
static void end_by_fours(Search *t, EngineLine *line) {
    enum { NODES = 1000 };
    int left = ENGINE_MATE - abs(line->value) - line->length;
    if (left <= 0)
        return;
    t->vcf->most_stones = left;
    if (vcf_search(t->vcf, t->position, ROOT_VCF_DEPTH, NODES))
        for (int i = 0; i < t->vcf->length && line->length < ENGINE_LINE_MAX; i++)
            line->moves[line->length++] = t->vcf->line[i];
    t->vcf->most_stones = 0;
}

// What follows `line->move`: what the table expects, and where that is a win by fours, to its end.
static void fill_line(Search *t, EngineLine *line) {
    follow_table(t, line);
    if (line->length > 0 && engine_is_certain(line->value))
        end_by_fours(t, line);
    while (t->position->plies > 0)
        position_undo(t->position);
}

// What a move is worth that nobody has searched: what the position behind it looks like.
static int value_at_sight(Position *s, Point p) {
    if (position_raw_category(s, s->board.turn, p) == CATEGORY_FIVE)
        return mate_in(1);
    position_make(s, p);
    bool loses = position_count(s, s->board.turn, CATEGORY_FIVE) > 0;
    int value = -classical_eval(s);
    position_undo(s);
    return loses ? mated_in(2) : value;
}

static int known_value(const RootMove *m) {
    return m->value != UNSEEN ? m->value : m->previous;
}

static int known_depth(const RootMove *m) {
    return m->value != UNSEEN ? m->depth : m->previous_depth;
}

// The moves that were searched, the first even if it was not.
static void answer_with(Search *t, const RootMoves *list, int lines, EngineAnswer *answer) {
    answer->nodes = t->nodes;
    answer->count = 0;
    for (int i = 0; i < int_min(lines, list->count); i++) {
        const RootMove *m = &list->moves[i];
        int value = known_value(m);
        if (value == UNSEEN && i > 0)
            break;
        EngineLine *line = &answer->lines[answer->count++];
        *line = (EngineLine){.move = m->point, .value = value, .depth = known_depth(m)};
        if (value == UNSEEN)
            line->value = value_at_sight(t->position, m->point);
        fill_line(t, line);
    }
}

static void report(Search *t, const RootMoves *list, int lines, EngineAnswer *answer) {
    const EngineLimits *l = t->watch->limits;
    if (!t->leads || !l->report)
        return;
    answer_with(t, list, lines, answer);
    l->report(l->context, answer);
}

// ---- Searching

static void see(RootMove *m, int value, int depth) {
    m->value = value;
    m->depth = depth / PLY;
}

// Below the root nobody looks for a five that is there already: fives are seen before they are
// made.
static int value_after(Search *t, Point p, int alpha, int beta, int depth, bool cut) {
    const Position *s = t->position;
    if (position_raw_category(s, s->board.turn, p) == CATEGORY_FIVE)
        return mate_in(1);
    return search_after(t, p, alpha, beta, depth, 0, cut);
}

// The value of the best move from `first` on, which is exact if it lies inside the window.
static int search_from(Search *t, RootMoves *list, int first, int alpha, int beta, int depth) {
    int best = -SEARCH_INFINITE;
    for (int i = first; i < list->count; i++) {
        RootMove *m = &list->moves[i];
        int value = -SEARCH_INFINITE;
        if (i > first) {
            int index = i - first + 1;
            int less = index > 3 && depth > 2 * PLY ? (index > 12 ? 2 * PLY : PLY) : 0;
            value = value_after(t, m->point, alpha, alpha + 1, depth - PLY - less, true);
            if (value > alpha && less > 0 && !t->stopped)
                value = value_after(t, m->point, alpha, alpha + 1, depth - PLY, true);
        }
        if (i == first || (value > alpha && !t->stopped))
            value = value_after(t, m->point, alpha, beta, depth - PLY, false);
        if (t->stopped)
            return best;
        m->value = UNSEEN;
        if (i == first || value > alpha)
            see(m, value, depth);
        best = int_max(best, value);
        alpha = int_max(alpha, value);
        if (alpha >= beta)
            break;
    }
    return best;
}

// A narrow window about the value expected, widened where it proves wrong.
static void search_line(Search *t, RootMoves *list, int first, int depth) {
    int expected = list->moves[first].previous, width = ASPIRATION_WIDTH;
    bool aspires = depth > 5 * PLY && expected != UNSEEN && !engine_is_certain(expected);
    int alpha = aspires ? expected - width : -SEARCH_INFINITE;
    int beta = aspires ? expected + width : SEARCH_INFINITE;
    for (;;) {
        int value = search_from(t, list, first, alpha, beta, depth);
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

// A search may be stopped when it has just seen that its best move loses. What is not known to lose
// is better, the best known of it first.
static int hope(const RootMove *m) {
    return known_value(m) == UNSEEN ? -ENGINE_CERTAIN : known_value(m);
}

static void rather_not_lose(RootMoves *list) {
    int best = 0;
    for (int i = 1; i < list->count; i++)
        if (hope(&list->moves[i]) > hope(&list->moves[best]))
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

static void deepen(Search *t, RootMoves *list, int lines, EngineAnswer *answer) {
    const EngineLimits *l = t->watch->limits;
    int deepest = l->depth ? int_min(l->depth, DEPTH_MAX) : DEPTH_MAX;
    TimeManager pace = {.usual_ms = l->usual_ms, .most_ms = l->ms};
    for (int plies = 1; plies <= deepest && !t->stopped; plies++) {
        Point best = list->moves[0].point;
        for (int i = 0; i < list->count; i++) {
            RootMove *m = &list->moves[i];
            m->previous_depth = known_depth(m);
            m->previous = known_value(m);
            m->value = UNSEEN;
        }
        t->root_plies = plies;
        for (int k = 0; k < int_min(lines, list->count) && !t->stopped; k++)
            search_line(t, list, k, plies * PLY);
        sort_moves(list, 0);
        if (!t->stopped)
            report(t, list, lines, answer);
        else if (hope(&list->moves[0]) < -ENGINE_CERTAIN)
            rather_not_lose(list);
        time_manager_update(&pace, list->moves[0].point != best, known_value(&list->moves[0]),
                            stop_condition_elapsed_ms(t->watch));
        if (is_settled(list, lines) || (t->leads && time_manager_should_stop(&pace)))
            break;
    }
}

// ---- Before searching

// Looks for a shorter win by fours than was found, for about as long as finding that took. A
// shorter one may begin with another move, so not where somebody says which.
static void shorten(Search *t, int64_t nodes_left) {
    enum { LEAST = 1000 };
    const EngineLimits *l = t->watch->limits;
    int64_t nodes = int_max(LEAST, (int)t->vcf->nodes);
    if (l->only_count == 0 && l->barred_count == 0)
        vcf_shorten(t->vcf, t->position, ROOT_VCF_DEPTH, nodes < nodes_left ? nodes : nodes_left);
}

// What looks for a win by fours first may take half of the time.
static bool wins_by_fours(Search *t, EngineAnswer *answer) {
    const StopCondition *w = t->watch;
    t->vcf->deadline_ns = w->deadline_ns ? (w->began_ns + w->deadline_ns) / 2 : 0;
    t->vcf->interrupted = w->limits->interrupted;
    t->vcf->context = w->limits->context;
    bool is_short = w->limits->nodes > 0 && w->limits->nodes / 4 < ROOT_VCF_NODES;
    int64_t nodes = is_short ? w->limits->nodes / 4 : ROOT_VCF_NODES;
    bool wins = vcf_search(t->vcf, t->position, ROOT_VCF_DEPTH, nodes);
    if (wins)
        shorten(t, nodes - t->vcf->nodes);
    t->vcf->deadline_ns = 0; // at the leaves it is too short to need one
    t->vcf->interrupted = NULL;
    t->nodes += t->vcf->nodes;
    if (!wins || !is_wanted(w->limits, t->vcf->line[0]))
        return false;
    EngineLine *line = &answer->lines[0];
    *answer = (EngineAnswer){.nodes = t->nodes, .count = 1};
    line->move = t->vcf->line[0];
    line->length = int_min(t->vcf->length, ENGINE_LINE_MAX);
    memcpy(line->moves, t->vcf->line, (size_t)line->length * sizeof line->moves[0]);
    line->value = mate_in(t->vcf->stones);
    line->depth = line->length;
    return true;
}

// Behind the first: a search that was stopped knows some of them from the iteration before.
static void sort_lines(EngineAnswer *answer) {
    for (int i = 2; i < answer->count; i++) {
        EngineLine line = answer->lines[i];
        int at = i;
        for (; at > 1 && answer->lines[at - 1].value < line.value; at--)
            answer->lines[at] = answer->lines[at - 1];
        answer->lines[at] = line;
    }
}

static bool is_known_to_lose(const RootMoves *list, Point p) {
    const RootMove *m = find_move(list, p);
    return m && hope(m) < -ENGINE_CERTAIN;
}

// Half an iteration may value the first of several lines below what is known of the others, which
// it has not come to. What was reported last is of one depth; only a win is worth more, and that
// its best move loses.
static bool has_better_report(const Search *t, const RootMoves *list, int lines,
                              const EngineAnswer *reported) {
    int best = known_value(&list->moves[0]);
    return t->stopped && lines > 1 && reported->count > 0 &&
           !(engine_is_certain(best) && best > 0) &&
           !is_known_to_lose(list, reported->lines[0].move);
}

void root_search(Search *t, EngineAnswer *answer) {
    const EngineLimits *l = t->watch->limits;
    int lines = int_max(1, int_min(l->lines, ENGINE_LINES_MAX));
    RootMoves list;
    answer->count = 0; // nothing reported
    list_moves(t, &list);
    if (list.count == 0) {
        *answer = (EngineAnswer){.count = 1, .lines[0].move = POINT_PASS};
        return;
    }
    if (t->leads && lines == 1 && wins_by_fours(t, answer)) {
        if (l->report)
            l->report(l->context, answer);
        return;
    }
    bool is_forced = list.count == 1 && l->ms > 0 && !l->report;
    if (!is_forced)
        deepen(t, &list, lines, answer);
    if (has_better_report(t, &list, lines, answer)) {
        answer->nodes = t->nodes;
        return;
    }
    answer_with(t, &list, lines, answer);
    sort_lines(answer);
}

void root_order_moves(Search *t, EngineAnswer *answer) {
    RootMoves list;
    list_moves(t, &list);
    int lines = int_max(1, int_min(t->watch->limits->lines, ENGINE_LINES_MAX));
    *answer = (EngineAnswer){.count = int_max(1, int_min(lines, list.count))};
    answer->lines[0].move = POINT_PASS;
    for (int i = 0; i < list.count; i++)
        list.moves[i].value = position_score(t->position, list.moves[i].point);
    sort_moves(&list, 0);
    for (int i = 0; i < int_min(lines, list.count); i++) {
        Point p = list.moves[i].point;
        answer->lines[i] =
            (EngineLine){.move = p, .value = list.moves[i].value, .length = 1, .moves[0] = p};
    }
}

// ---- Balance

static int distance(int value, int aim) {
    return value == UNSEEN ? SEARCH_INFINITE : abs(value - aim);
}

static void sort_by_distance(RootMoves *list, int aim) {
    for (int i = 1; i < list->count; i++) {
        RootMove m = list->moves[i];
        int at = i;
        for (; at > 0 && distance(list->moves[at - 1].value, aim) > distance(m.value, aim); at--)
            list->moves[at] = list->moves[at - 1];
        list->moves[at] = m;
    }
}

// Only values nearer to the aim than the `lines`-th nearest so far need to be known.
static void balance_once(Search *t, RootMoves *list, int aim, int lines, int depth) {
    for (int i = 0; i < list->count; i++) {
        RootMove *m = &list->moves[i];
        int nearest[ENGINE_LINES_MAX], known = 0;
        for (int j = 0; j < i; j++) {
            int d = distance(list->moves[j].value, aim), at = int_min(known, lines - 1);
            if (known == lines && d >= nearest[lines - 1])
                continue;
            for (; at > 0 && nearest[at - 1] > d; at--)
                nearest[at] = nearest[at - 1];
            nearest[at] = d;
            known = int_min(known + 1, lines);
        }
        int reach = known < lines ? SEARCH_INFINITE : nearest[lines - 1];
        int alpha = int_max(aim - reach, -SEARCH_INFINITE);
        int beta = int_min(aim + reach, SEARCH_INFINITE);
        if (alpha + 1 >= beta)
            return;
        int value = value_after(t, m->point, alpha, beta, depth - PLY, false);
        if (t->stopped)
            return;
        if (value > alpha && value < beta)
            see(m, value, depth);
    }
}

void root_balance(Search *t, int aim, EngineAnswer *answer) {
    const EngineLimits *l = t->watch->limits;
    int lines = int_max(1, int_min(l->lines, ENGINE_LINES_MAX));
    int deepest = l->depth ? int_min(l->depth, DEPTH_MAX) : DEPTH_MAX;
    RootMoves list;
    list_moves(t, &list);
    if (list.count == 0) {
        *answer = (EngineAnswer){.count = 1, .lines[0].move = POINT_PASS};
        return;
    }
    for (int plies = 1; plies <= deepest; plies++) {
        RootMoves before = list;
        for (int i = 0; i < list.count; i++)
            list.moves[i].value = UNSEEN;
        t->root_plies = plies;
        balance_once(t, &list, aim, lines, plies * PLY);
        if (t->stopped) { // half an iteration knows less than a whole one
            list = before;
            break;
        }
        sort_by_distance(&list, aim);
        report(t, &list, lines, answer);
    }
    answer_with(t, &list, lines, answer);
}
