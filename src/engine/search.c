#include "engine/search.h"

#include "base/clock.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

enum {
    INFINITE = ENGINE_MATE + 1,
    CERTAIN = ENGINE_MATE - POSITION_PLIES_MAX, // values beyond this are wins
    DEPTH_MAX = 100,
    MOVES_TRIED_MAX = 20, // at a node, where nothing has to be proved
    SETTLING_MAX = 6,     // plies below the horizon
    LEAF_VCF_NODES = 60,
    LEAF_VCF_DEPTH = 8,
    ROOT_VCF_NODES = 100000,
    ROOT_VCF_DEPTH = 30,
    CLOCK_INTERVAL = 128, // nodes between looks at the clock
};

static int won_in(int plies) {
    return ENGINE_MATE - plies;
}

static int lost_in(int plies) {
    return plies - ENGINE_MATE;
}

// Mates are stored as seen from the node, so that they are right at whatever ply it is met again.
static int value_to_table(int value, int ply) {
    return value > CERTAIN ? value + ply : value < -CERTAIN ? value - ply : value;
}

static int value_from_table(int value, int ply) {
    return value > CERTAIN ? value - ply : value < -CERTAIN ? value + ply : value;
}

static bool is_interrupted(const EngineLimits *limits) {
    return limits->interrupted && limits->interrupted(limits->context);
}

static bool out_of_time(Search *t) {
    bool nodes_spent = t->limits.nodes && t->nodes >= t->limits.nodes;
    bool look = t->nodes >= t->next_look;
    if (look)
        t->next_look = t->nodes + CLOCK_INTERVAL;
    if (nodes_spent || (look && t->deadline_ns && clock_now_ns() >= t->deadline_ns) ||
        (look && is_interrupted(&t->limits)))
        t->stopped = true;
    return t->stopped;
}

typedef struct {
    Point point;
    int32_t score;
} Candidate;

typedef struct {
    int count, next;
    Candidate moves[BOARD_MAX * BOARD_MAX];
} MoveList;

static int32_t score_of(const Search *t, Point p, Point table_move) {
    if (p == table_move)
        return INT32_MAX;
    const Position *s = t->position;
    return position_score(s, p) + int_min(t->history[s->board.turn - BLACK][p], 300);
}

static bool has_open_four(const Position *s, Stone color) {
    return position_count(s, color, CATEGORY_OPEN_FOUR) > 0;
}

// Against an open four there are only one's own fours and the points of that line: those on which
// the other side would make a four or better itself.
static bool meets_threat(const Position *s, Point p) {
    Stone own = s->board.turn;
    return position_category(s, own, p) >= CATEGORY_FOUR ||
           position_raw_category(s, stone_other(own), p) >= CATEGORY_FOUR;
}

// Where a five that is held does not count, further points may answer, so nothing is left out.
static bool must_meet_threat(const Position *s) {
    return has_open_four(s, stone_other(s->board.turn)) && s->board.rules->black.held_five_wins;
}

static void add_if_legal(const Search *t, Point p, Point table_move, MoveList *list) {
    if (!position_is_forbidden(t->position, t->position->board.turn, p))
        list->moves[list->count++] = (Candidate){p, score_of(t, p, table_move)};
}

static void list_moves(Search *t, Point table_move, MoveList *list) {
    Position *s = t->position;
    Point points[BOARD_MAX * BOARD_MAX];
    bool in_check = position_count(s, stone_other(s->board.turn), CATEGORY_FIVE) > 0;
    bool threatened = !in_check && must_meet_threat(s);
    int n = in_check   ? position_answers(s, points)
            : t->exact ? board_empty_points(&s->board, points)
                       : position_candidates(s, points);
    list->count = list->next = 0;
    for (int i = 0; i < n; i++)
        if (!threatened || meets_threat(s, points[i]))
            add_if_legal(t, points[i], table_move, list);
}

// The best of those left: most nodes end after a few moves, so sorting them all would be waste.
static Point next_move(MoveList *list) {
    int best = list->next;
    for (int i = best + 1; i < list->count; i++)
        if (list->moves[i].score > list->moves[best].score)
            best = i;
    Candidate chosen = list->moves[best];
    list->moves[best] = list->moves[list->next];
    list->moves[list->next++] = chosen;
    return chosen.point;
}

static int evaluate(const Position *s) {
    return int_max(-CERTAIN + 1, int_min(CERTAIN - 1, position_value(s)));
}

// Outcomes that are certain without looking further; false if there are none.
static bool is_decided(const Position *s, int ply, int *value) {
    Stone own = s->board.turn, other = stone_other(own);
    if (position_count(s, own, CATEGORY_FIVE) > 0) {
        *value = won_in(ply + 1);
        return true;
    }
    if (board_is_full(&s->board) || position_is_dead(s)) {
        *value = 0;
        return true;
    }
    if (position_count(s, other, CATEGORY_FIVE) == 0 && has_open_four(s, own)) {
        *value = won_in(ply + 3);
        return true;
    }
    return false;
}

static int leaf_value(Search *t, int ply) {
    t->horizons++;
    if (t->exact)
        return 0;
    if (vcf_search(t->vcf, t->position, LEAF_VCF_DEPTH, LEAF_VCF_NODES))
        return won_in(ply + t->vcf->length + 2);
    return evaluate(t->position);
}

static bool table_cuts(const Search *t, const TableEntry *e, int value, int alpha, int beta,
                       int depth) {
    bool certain = abs(value) > CERTAIN;
    if (e->depth < depth && !certain && !e->closed)
        return false;
    if (t->exact && !certain && !e->closed)
        return false;
    return e->bound == BOUND_EXACT || (e->bound == BOUND_LOWER && value >= beta) ||
           (e->bound == BOUND_UPPER && value <= alpha);
}

// Late quiet moves are looked at less deeply first.
static int reduction(const Search *t, Point p, int index, int depth) {
    const Position *s = t->position;
    bool quiet = position_raw_category(s, BLACK, p) < CATEGORY_OPEN_THREE &&
                 position_raw_category(s, WHITE, p) < CATEGORY_OPEN_THREE;
    if (t->exact || !quiet || depth < 2 || index < 3)
        return 0;
    return index < 15 ? 1 : 2;
}

static int search(Search *t, int alpha, int beta, int depth, int ply);

// Searches what follows `p` and takes it back. Later moves have to show in a null window that they
// deserve more.
static int try_move(Search *t, Point p, int index, int alpha, int beta, int depth, int ply) {
    int less = reduction(t, p, index, depth);
    position_make(t->position, p);
    int value;
    if (index == 0) {
        value = -search(t, -beta, -alpha, depth - 1, ply + 1);
    } else {
        value = -search(t, -alpha - 1, -alpha, depth - 1 - less, ply + 1);
        if (value > alpha && less > 0)
            value = -search(t, -alpha - 1, -alpha, depth - 1, ply + 1);
        if (value > alpha && value < beta)
            value = -search(t, -beta, -alpha, depth - 1, ply + 1);
    }
    position_undo(t->position);
    return value;
}

static void reward(Search *t, Point p, int depth) {
    int32_t *history = &t->history[t->position->board.turn - BLACK][p];
    *history += depth * depth;
    if (*history > 1000)
        for (int i = 0; i < POINT_COUNT; i++) {
            t->history[0][i] /= 2;
            t->history[1][i] /= 2;
        }
}

// A threat about to be answered counts for far too much in a static evaluation, so that a search
// which stops there would make threats for their own sake: it looks at the answer first.
// tests/strength/results.md: +182 Elo (+113 to +269).
static bool is_unsettled(const Search *t, bool in_check, int ply) {
    return in_check || (ply < t->root_depth + SETTLING_MAX && must_meet_threat(t->position));
}

// The most urgent moves will do, unless they all lose: that has to be seen of every move.
static bool has_seen_enough(const Search *t, int tried, int best) {
    return !t->exact && tried >= MOVES_TRIED_MAX && best > -CERTAIN;
}

static int search(Search *t, int alpha, int beta, int depth, int ply) {
    Position *s = t->position;
    t->nodes++;
    int value;
    if (is_decided(s, ply, &value))
        return value;
    if (out_of_time(t))
        return 0;
    bool in_check = position_count(s, stone_other(s->board.turn), CATEGORY_FIVE) > 0;
    if (depth <= 0 && !is_unsettled(t, in_check, ply))
        return leaf_value(t, ply);
    depth = int_max(depth, 1) + (in_check && depth > 0);

    const TableEntry *known = table_find(t->table, s->now.hash);
    Point table_move = known ? known->move : POINT_NONE;
    if (known) {
        value = value_from_table(known->value, ply);
        if (table_cuts(t, known, value, alpha, beta, depth))
            return value;
    }

    int64_t horizons = t->horizons;
    MoveList list;
    list_moves(t, table_move, &list);
    int best = lost_in(ply + 2); // when no move is left that parries
    int asked_alpha = alpha;
    Point best_move = POINT_NONE;
    for (int i = 0; i < list.count && !has_seen_enough(t, i, best); i++) {
        Point p = next_move(&list);
        value = try_move(t, p, i, alpha, beta, depth, ply);
        if (t->stopped)
            return 0;
        if (value > best || best_move == POINT_NONE) {
            best = value;
            best_move = p;
        }
        alpha = int_max(alpha, best);
        if (alpha >= beta) {
            reward(t, p, depth);
            break;
        }
    }
    if (list.count == 0 && !in_check && !must_meet_threat(s))
        best = 0; // Black may not move anywhere: a draw
    table_store(t->table,
                (TableEntry){
                    .key = s->now.hash,
                    .move = best_move,
                    .value = (int16_t)value_to_table(best, ply),
                    .depth = (int8_t)depth,
                    .bound = best >= beta          ? BOUND_LOWER
                             : best <= asked_alpha ? BOUND_UPPER
                                                   : BOUND_EXACT,
                    .closed = horizons == t->horizons && (best >= beta || list.next == list.count),
                });
    return best;
}

// The moves the table expects, from here on.
static void follow_line(Search *t, EngineAnswer *answer) {
    Position *s = t->position;
    int made = 0;
    Point next = answer->move;
    answer->length = 0;
    while (next > POINT_MORE && s->board.at[next] == EMPTY && answer->length < ENGINE_LINE_MAX) {
        bool wins = position_raw_category(s, s->board.turn, next) == CATEGORY_FIVE;
        answer->line[answer->length++] = next;
        position_make(s, next);
        made++;
        const TableEntry *e = wins ? NULL : table_find(t->table, s->now.hash);
        next = e ? e->move : POINT_NONE;
    }
    while (made-- > 0)
        position_undo(s);
}

// A legal move to fall back on, also in a lost position: whatever looks most urgent.
static Point most_urgent(Search *t) {
    MoveList list;
    list_moves(t, POINT_NONE, &list);
    if (list.count > 0)
        return next_move(&list);
    Point points[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(&t->position->board, points);
    for (int i = 0; i < n; i++)
        add_if_legal(t, points[i], POINT_NONE, &list);
    return list.count > 0 ? next_move(&list) : POINT_PASS;
}

static bool root_wins_at_once(Search *t, EngineAnswer *answer) {
    const Position *s = t->position;
    Stone own = s->board.turn;
    if (position_count(s, own, CATEGORY_FIVE) > 0) {
        answer->move = position_five(s, own);
        answer->value = won_in(1);
    } else if (vcf_search(t->vcf, t->position, ROOT_VCF_DEPTH, ROOT_VCF_NODES)) {
        answer->move = t->vcf->line[0];
        answer->value = won_in(t->vcf->length);
    } else {
        return false;
    }
    answer->length = 1;
    answer->line[0] = answer->move;
    return true;
}

// One iteration. False if it was stopped before it could say anything.
static bool deepen(Search *t, int depth, EngineAnswer *answer) {
    MoveList list;
    list_moves(t, answer->move, &list);
    if (list.count == 0) // nothing parries
        answer->value = lost_in(2);
    int alpha = -INFINITE;
    for (int i = 0; i < list.count; i++) {
        Point p = next_move(&list);
        int value = try_move(t, p, i, alpha, INFINITE, depth, 0);
        if (t->stopped)
            return i > 0;
        if (value > alpha) {
            alpha = value;
            answer->move = p;
            answer->value = value;
        }
    }
    answer->depth = depth;
    return true;
}

// What looks for a win by fours before the search may take half of the time.
static void start_clock(Search *t) {
    static const int64_t forever_ms = INT64_MAX / 4000000; // a sum with it does not overflow
    int64_t ms = t->limits.ms < forever_ms ? t->limits.ms : forever_ms;
    int64_t now = clock_now_ns(), ns = ms * 1000000;
    t->deadline_ns = ns ? now + ns : 0;
    t->vcf->deadline_ns = ns ? now + ns / 2 : 0;
    t->vcf->interrupted = t->limits.interrupted;
    t->vcf->context = t->limits.context;
}

EngineAnswer search_run(Search *t) {
    EngineAnswer answer = {.move = most_urgent(t)};
    start_clock(t);
    bool decided = answer.move == POINT_PASS || root_wins_at_once(t, &answer);
    t->vcf->deadline_ns = 0; // at the leaves it is too short to need one
    t->vcf->interrupted = NULL;
    if (decided)
        return answer;
    int deepest = t->limits.depth ? t->limits.depth : DEPTH_MAX;
    int empty = t->position->board.size * t->position->board.size - t->position->board.stones;
    for (int depth = 1; depth <= int_min(deepest, empty); depth++) {
        t->horizons = 0;
        t->root_depth = depth;
        if (!deepen(t, depth, &answer) || t->stopped || abs(answer.value) > CERTAIN ||
            t->horizons == 0)
            break;
    }
    answer.nodes = t->nodes;
    follow_line(t, &answer);
    return answer;
}
