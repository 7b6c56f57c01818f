#include "engine/exact.h"

#include "base/clock.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

enum {
    INFINITE = ENGINE_MATE + 1,
    CERTAIN = ENGINE_MATE - POSITION_PLIES_MAX, // values beyond this are wins
    CLOCK_INTERVAL = 128,                       // nodes between looks at the clock
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

static bool out_of_time(Exact *t) {
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

static int32_t score_of(const Exact *t, Point p, Point table_move) {
    if (p == table_move)
        return INT32_MAX;
    const Position *s = t->position;
    int own = s->board.turn - BLACK;
    return position_score(s, p) + int_min(t->history[own][p], 300);
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

static bool is_in_check(const Position *s) {
    return position_count(s, stone_other(s->board.turn), CATEGORY_FIVE) > 0;
}

static bool has_to_parry(const Position *s) {
    return is_in_check(s) || must_meet_threat(s);
}

static void add_if_legal(const Exact *t, Point p, Point table_move, MoveList *list) {
    if (!position_is_forbidden(t->position, t->position->board.turn, p))
        list->moves[list->count++] = (Candidate){p, score_of(t, p, table_move)};
}

static void list_moves(Exact *t, Point table_move, MoveList *list) {
    Position *s = t->position;
    Point points[BOARD_MAX * BOARD_MAX];
    bool in_check = is_in_check(s);
    bool threatened = !in_check && must_meet_threat(s);
    int n = in_check ? position_answers(s, points) : board_empty_points(&s->board, points);
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

// Deeper or not, what was proved stays so.
static bool table_cuts(const TableEntry *e, int value, int alpha, int beta) {
    if (abs(value) <= CERTAIN && !e->closed)
        return false;
    return e->bound == BOUND_EXACT || (e->bound == BOUND_LOWER && value >= beta) ||
           (e->bound == BOUND_UPPER && value <= alpha);
}

static int search(Exact *t, int alpha, int beta, int depth, int ply);

// Searches what follows `p` and takes it back. Later moves have to show in a null window that they
// deserve more.
static int try_move(Exact *t, Point p, int index, int alpha, int beta, int depth, int ply) {
    position_make(t->position, p);
    int value = 0;
    if (index > 0)
        value = -search(t, -alpha - 1, -alpha, depth - 1, ply + 1);
    if (index == 0 || (value > alpha && value < beta))
        value = -search(t, -beta, -alpha, depth - 1, ply + 1);
    position_undo(t->position);
    return value;
}

static void reward(Exact *t, Point p, int depth) {
    int32_t *history = &t->history[t->position->board.turn - BLACK][p];
    *history += depth * depth;
    if (*history > 1000)
        for (int i = 0; i < POINT_COUNT; i++) {
            t->history[0][i] /= 2;
            t->history[1][i] /= 2;
        }
}

static int search(Exact *t, int alpha, int beta, int depth, int ply) {
    Position *s = t->position;
    t->nodes++;
    int value;
    if (is_decided(s, ply, &value))
        return value;
    if (out_of_time(t))
        return 0;
    bool in_check = is_in_check(s);
    if (depth <= 0 && !in_check) {
        t->horizons++;
        return 0;
    }
    depth = int_max(depth, 1) + (in_check && depth > 0);

    TableEntry known = {0};
    if (table_find(t->table, s->now.hash, &known)) {
        value = value_from_table(known.value, ply);
        if (table_cuts(&known, value, alpha, beta))
            return value;
    }

    int64_t horizons = t->horizons;
    MoveList list;
    list_moves(t, known.move, &list);
    int best = lost_in(ply + 2); // when no move is left that parries
    int asked_alpha = alpha;
    Point best_move = POINT_NONE;
    for (int i = 0; i < list.count; i++) {
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
    if (list.count == 0 && !has_to_parry(s))
        best = 0; // Black may not move anywhere: a draw
    table_store(t->table, s->now.hash,
                (TableEntry){
                    .move = best_move,
                    .value = (int16_t)value_to_table(best, ply),
                    .depth = (int16_t)depth,
                    .bound = best >= beta          ? BOUND_LOWER
                             : best <= asked_alpha ? BOUND_UPPER
                                                   : BOUND_EXACT,
                    .closed = horizons == t->horizons && (best >= beta || list.next == list.count),
                });
    return best;
}

// One iteration: the value, and the move that has it. Stopped: what is known is not enough.
static int deepen(Exact *t, int depth, Point *best) {
    MoveList list;
    list_moves(t, *best, &list);
    bool loses = list.count == 0 && has_to_parry(t->position);
    int alpha = list.count > 0 ? -INFINITE : loses ? lost_in(2) : 0;
    for (int i = 0; i < list.count && !t->stopped; i++) {
        Point p = next_move(&list);
        int value = try_move(t, p, i, alpha, INFINITE, depth, 0);
        if (!t->stopped && value > alpha) {
            alpha = value;
            *best = p;
        }
    }
    return alpha;
}

static void start_clock(Exact *t) {
    static const int64_t forever_ms = INT64_MAX / 4000000; // a sum with it does not overflow
    int64_t ms = t->limits.ms < forever_ms ? t->limits.ms : forever_ms;
    t->deadline_ns = ms ? clock_now_ns() + ms * 1000000 : 0;
}

EngineProof exact_run(Exact *t) {
    const Board *b = &t->position->board;
    Point move = POINT_NONE;
    int value;
    start_clock(t);
    if (position_count(t->position, b->turn, CATEGORY_FIVE) > 0)
        return (EngineProof){SOLVED_WIN, position_five(t->position, b->turn), 0};
    int empty = b->size * b->size - b->stones;
    int deepest = t->limits.depth ? int_min(t->limits.depth, empty) : empty;
    for (int depth = 1; depth <= deepest; depth++) {
        t->horizons = 0;
        value = deepen(t, depth, &move);
        // A win needs one good move; a loss or a draw needs every move to have been looked at.
        if (value > CERTAIN)
            return (EngineProof){SOLVED_WIN, move, t->nodes};
        if (t->stopped)
            break;
        if (value < -CERTAIN)
            return (EngineProof){SOLVED_LOSS, POINT_NONE, t->nodes};
        if (t->horizons == 0)
            return (EngineProof){SOLVED_DRAW, move, t->nodes};
    }
    return (EngineProof){SOLVED_UNKNOWN, POINT_NONE, t->nodes};
}
