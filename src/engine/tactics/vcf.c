// VCF search on the bitboards of fours.h. A four leaves one answer, so the tree consists of pairs:
// a four and its answer. (Where a blocked five does not win, there may be several answers, and all
// of them must lose.)
//
// Iterative deepening over a budget. A four that does not build towards another four costs more of
// it than one that does, because wins are chains in which one four prepares the next. Failures are
// stored with their budget in the refutation table. A search that never ran out of budget has
// refuted the position for good.
#include "engine/tactics/vcf.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "engine/tactics/fours.h"

#include <string.h>

enum {
    BUDGET_FOREVER = 255, // refuted: failed without running out of budget
    BUDGET_FIRST = 8,
    BUILDING_COST = 1,
    IDLE_COST = 6,
    FOURS_MAX = 4096, // in the lists of all plies together
    CLOCK_INTERVAL = 256,
    STONES_MIN = 3, // without a five on the board: a four, an answer, the five
};

typedef struct {
    Point four, answer; // where a blocked five does not win, one of several answers
    int16_t gain;       // lines in which it prepares another four
} Four;

struct VcfWorkspace {
    uint64_t mask;
    uint64_t *refutations; // by hash; the low byte is the budget
    const Rules *rules;    // of the next two; NULL at first
    int size;
    Fours sides[2]; // by attacker - BLACK
    bool truncated; // part of the tree was skipped since this was last cleared
    int top;        // of `fours`, a stack
    Four fours[FOURS_MAX];
    uint32_t visit; // number of the current node
    struct {
        uint32_t visit;
        Point answer;
    } seen[POINT_COUNT]; // fours of the current node and their answers
    FoursUndo undo[VCF_LENGTH_MAX];
};

Vcf *vcf_new_sized(int table_bits) {
    Vcf *v = mem_alloc(sizeof *v);
    v->workspace = mem_alloc(sizeof *v->workspace);
    v->workspace->mask = ((uint64_t)1 << table_bits) - 1;
    v->workspace->refutations = mem_alloc(sizeof(uint64_t) << table_bits);
    return v;
}

Vcf *vcf_new(void) {
    return vcf_new_sized(VCF_TABLE_BITS);
}

void vcf_free(Vcf *v) {
    if (!v)
        return;
    mem_free(v->workspace->refutations);
    mem_free(v->workspace);
    mem_free(v);
}

void vcf_clear(Vcf *v) {
    memset(v->workspace->refutations, 0, (size_t)(v->workspace->mask + 1) * sizeof(uint64_t));
}

// A win may fail only for lack of stones, so searches with a stone limit include the number left in
// the key.
static uint64_t refutation_key(const Vcf *v, const Fours *f, int ply) {
    static const uint64_t spread = 0x9e3779b97f4a7c15u;
    return v->max_stones == 0 ? f->hash : f->hash ^ (uint64_t)(v->max_stones - ply) * spread;
}

static uint64_t *refutation_slot(VcfWorkspace *m, uint64_t hash) {
    return &m->refutations[hash >> 20 & m->mask];
}

// A failure for lack of budget is not a refutation, and neither is anything based on it.
static bool has_failed(VcfWorkspace *m, uint64_t hash, int budget) {
    uint64_t mark = *refutation_slot(m, hash);
    bool failed = (mark | 0xff) == (hash | 0xff) && (int)(mark & 0xff) >= budget;
    m->truncated |= failed && (mark & 0xff) != BUDGET_FOREVER;
    return failed;
}

static bool has_to_stop(const Vcf *v) {
    return (v->deadline_ns && clock_now_ns() >= v->deadline_ns) || stop_requested(v->stop);
}

// Counts a node. A timeout sets the node limit to 0.
static bool out_of_nodes(Vcf *v) {
    v->nodes++;
    if (v->nodes % CLOCK_INTERVAL == 0 && has_to_stop(v))
        v->node_limit = 0;
    return v->nodes > v->node_limit;
}

static bool wins_by_any_five(const Fours *f) {
    return f->rules[f->own - BLACK].unblocked == 0;
}

// The number of lines in which the four joins two stones and its answer does not block.
static int gain_of(const Fours *f, Point four, Point answer) {
    int gain = 0;
    for (int d = 0; d < STEP_COUNT; d++) {
        int number = fours_line(d, four);
        uint32_t windows = f->lines[d][number].twos & fours_span(fours_bit(d, four));
        if (number == fours_line(d, answer))
            windows &= ~fours_span(fours_bit(d, answer));
        gain += windows != 0;
    }
    return gain;
}

// The fours of a node.
typedef struct {
    int first, count;          // in VcfWorkspace.fours
    Point win, answer, follow; // a four with two fives, an answer, and the remaining five
} FourList;

// Adds a four, sorted by gain. A second answer to the same four means a double four, which wins if
// any five wins and the stone is legal.
static void add_four(VcfWorkspace *m, const Fours *f, Point four, Point answer, Point check,
                     FourList *l) {
    if (check != POINT_NONE && four != check && wins_by_any_five(f))
        return;
    if (m->seen[four].visit == m->visit) {
        bool doubled = m->seen[four].answer != answer && wins_by_any_five(f);
        if (doubled && l->win == POINT_NONE && !(f->own == BLACK && fours_is_foul(f, four))) {
            l->win = four;
            l->answer = m->seen[four].answer;
            l->follow = answer;
        }
        return;
    }
    m->seen[four].visit = m->visit;
    m->seen[four].answer = answer;
    if (m->top == FOURS_MAX) {
        m->truncated = true;
        return;
    }
    Four new = {four, answer, (int16_t)gain_of(f, four, answer)};
    int at = m->top++;
    for (; at > l->first && m->fours[at - 1].gain < new.gain; at--)
        m->fours[at] = m->fours[at - 1];
    m->fours[at] = new;
    l->count++;
}

static FourList list_fours(VcfWorkspace *m, const Fours *f, Point check) {
    FourList l = {.first = m->top};
    m->visit++;
    for (int d = 0; d < STEP_COUNT; d++)
        for (uint64_t lines = f->active[d]; lines; lines &= lines - 1) {
            int number = __builtin_ctzll(lines);
            const FourLine *line = &f->lines[d][number];
            for (uint32_t windows = line->threes; windows; windows &= windows - 1) {
                uint32_t empty = line->empty & 31u << __builtin_ctz(windows);
                Point a = fours_point(d, number, __builtin_ctz(empty));
                Point b = fours_point(d, number, 31 - __builtin_clz(empty));
                add_four(m, f, a, b, check, &l);
                add_four(m, f, b, a, check, &l);
                if (l.win != POINT_NONE)
                    return l;
            }
        }
    return l;
}

static bool attack(Vcf *v, Fours *f, int budget, int ply, Point check);

static void end_line(Vcf *v, int ply, int count, const Point *points) {
    for (int i = 0; i < count; i++)
        v->line[ply + i] = points[i];
    v->length = v->stones = ply + count;
}

// The last four of the line has no legal answer: the opponent plays anywhere, then comes the five.
static void end_unanswered(Vcf *v, int ply) {
    v->length = ply;
    v->stones = ply + 2;
}

// A four with two fives. The line shows an answer that is legal for Black, and the other five; or
// ends with the four if neither is.
static void end_with_double(Vcf *v, Fours *f, const FourList *l, int ply) {
    FoursUndo *undo = &v->workspace->undo[ply];
    fours_place(f, l->win, f->own, undo);
    bool first = f->own == WHITE && fours_is_foul(f, l->answer);
    bool second = first && fours_is_foul(f, l->follow);
    fours_remove(f, undo);
    Point answer = first ? l->follow : l->answer, follow = first ? l->answer : l->follow;
    end_line(v, ply, 3, (Point[]){l->win, answer, follow});
    if (second)
        end_unanswered(v, ply + 1);
}

// The defender answers at `answer`. True if the attack continues and wins.
static bool continues_after(Vcf *v, Fours *f, Point answer, int budget, int ply) {
    VcfWorkspace *m = v->workspace;
    Stone other = stone_other(f->own);
    FoursUndo *undo = &m->undo[ply];
    fours_place(f, answer, other, undo);
    uint64_t key = refutation_key(v, f, ply + 1);
    __builtin_prefetch(refutation_slot(m, key));
    Point fives[FIVES_MAX];
    int count = fours_five_points(f, other, answer, fives);
    bool wins = !out_of_nodes(v) && (count <= 1 || !wins_by_any_five(f)) &&
                !has_failed(m, key, budget) &&
                attack(v, f, budget, ply + 1, count > 0 ? fives[0] : POINT_NONE);
    fours_remove(f, undo);
    if (wins)
        v->line[ply] = answer;
    return wins;
}

// True if a defender's stone on `p` leaves the attacker without a five.
static bool stops_five(Fours *f, Point four, Point p) {
    FoursUndo undo;
    Point fives[FIVES_MAX];
    if (f->board.at[p] != EMPTY)
        return false;
    fours_place(f, p, stone_other(f->own), &undo);
    bool safe = fours_five_points(f, f->own, four, fives) == 0;
    fours_remove(f, &undo);
    return safe;
}

static void copy_line(Vcf *to, const Vcf *from, int ply) {
    for (int i = ply; i < from->length; i++)
        to->line[i] = from->line[i];
    to->length = from->length;
    to->stones = from->stones;
}

// Where a blocked five does not win, the answers are the five's point and points that block its
// ends. The line follows the answer that resists longest.
static bool every_answer_loses(Vcf *v, Fours *f, Point four, Point check, int budget, int ply) {
    Point fives[FIVES_MAX];
    if (fours_five_points(f, f->own, four, fives) == 0 ||
        (check != POINT_NONE && fours_has_five(f, stone_other(f->own))))
        return false;
    Vcf longest;
    end_unanswered(&longest, ply);
    for (int d = 0; d < STEP_COUNT; d++)
        for (int k = -5; k <= 5; k++) {
            int p = fives[0] + k * point_steps[d];
            if ((k == 0 && d > 0) || p < 0 || p >= POINT_COUNT || !stops_five(f, four, (Point)p))
                continue;
            if (!continues_after(v, f, (Point)p, budget, ply))
                return false;
            if (v->stones > longest.stones)
                copy_line(&longest, v, ply);
        }
    copy_line(v, &longest, ply);
    return true;
}

static bool single_answer_loses(Vcf *v, Fours *f, Point answer, int budget, int ply) {
    if (f->own == WHITE && fours_is_foul(f, answer)) {
        end_unanswered(v, ply);
        return true;
    }
    return continues_after(v, f, answer, budget, ply);
}

static bool try_four(Vcf *v, Fours *f, Four four, Point check, int budget, int ply) {
    VcfWorkspace *m = v->workspace;
    if (f->own == BLACK && fours_is_foul(f, four.four))
        return false;
    FoursUndo *undo = &m->undo[ply];
    fours_place(f, four.four, f->own, undo);
    bool wins = wins_by_any_five(f) ? single_answer_loses(v, f, four.answer, budget, ply + 1)
                                    : every_answer_loses(v, f, four.four, check, budget, ply + 1);
    fours_remove(f, undo);
    if (wins)
        v->line[ply] = four.four;
    return wins;
}

static bool try_fours(Vcf *v, Fours *f, FourList l, Point check, int budget, int ply) {
    VcfWorkspace *m = v->workspace;
    for (int i = l.first; i < l.first + l.count; i++) {
        int left = budget - (m->fours[i].gain > 0 ? BUILDING_COST : IDLE_COST);
        if (left < 0)
            m->truncated = true;
        else if (try_four(v, f, m->fours[i], check, left, ply))
            return true;
        if (v->nodes > v->node_limit)
            break;
    }
    return false;
}

// The side to move attacks. If the opponent threatens five at `check`, the four itself has to block
// it.
static bool attack(Vcf *v, Fours *f, int budget, int ply, Point check) {
    VcfWorkspace *m = v->workspace;
    int limit = VCF_LENGTH_MAX - 2;
    if (v->max_stones > 0)
        limit = int_min(limit, v->max_stones);
    if (ply + STONES_MIN > limit) {
        m->truncated = true;
        return false;
    }
    FourList l = list_fours(m, f, check);
    bool wins = l.win != POINT_NONE;
    if (wins) {
        end_with_double(v, f, &l, ply);
    } else if (l.count > 0) {
        bool truncated_before = m->truncated;
        m->truncated = false;
        wins = try_fours(v, f, l, check, budget, ply);
        uint64_t key = refutation_key(v, f, ply);
        if (!wins && v->nodes <= v->node_limit)
            *refutation_slot(m, key) =
                (key & ~(uint64_t)0xff) | (uint64_t)(m->truncated ? budget : BUDGET_FOREVER);
        m->truncated |= truncated_before;
    }
    m->top = l.first;
    return wins;
}

static Fours *side_of(VcfWorkspace *m, const Board *b) {
    if (m->rules != b->rules || m->size != b->size) {
        m->rules = b->rules;
        m->size = b->size;
        for (int i = 0; i < 2; i++)
            fours_init(&m->sides[i], b->rules, b->size, (Stone)(BLACK + i));
    }
    Fours *f = &m->sides[b->turn - BLACK];
    fours_sync(f, b);
    return f;
}

bool vcf_search(Vcf *v, const Position *s, int depth, int64_t node_limit) {
    VcfWorkspace *m = v->workspace;
    Stone own = s->board.turn, other = stone_other(own);
    v->nodes = 0;
    v->node_limit = node_limit;
    v->length = v->stones = 0;
    v->gave_up = false;
    if (position_count(s, own, CATEGORY_FIVE) > 0) {
        end_line(v, 0, 1, (Point[]){position_five(s, own)});
        return true;
    }
    if (!position_may_make_four(s, own)) // the usual case
        return false;
    Fours *f = side_of(m, &s->board);
    int fives = position_count(s, other, CATEGORY_FIVE);
    Point check = fives > 0 ? position_five(s, other) : POINT_NONE;
    if (fives > 1 && wins_by_any_five(f))
        return false;
    int last = int_min(depth * IDLE_COST, BUDGET_FOREVER - 1);
    for (int budget = int_min(BUDGET_FIRST, last);; budget = int_min(2 * budget, last)) {
        m->truncated = false;
        m->top = 0;
        if (!has_failed(m, refutation_key(v, f, 0), budget) && attack(v, f, budget, 0, check))
            return true;
        v->gave_up = m->truncated || v->nodes > v->node_limit;
        if (!v->gave_up || budget == last || v->nodes > v->node_limit)
            return false;
    }
}

void vcf_shorten(Vcf *v, const Position *s, int depth, int64_t node_limit) {
    Vcf shortest = *v;
    int64_t nodes = v->nodes, last = v->nodes + node_limit;
    for (bool wins = true; wins && shortest.stones > STONES_MIN && nodes < last;) {
        v->max_stones = shortest.stones - 2;
        wins = vcf_search(v, s, depth, last - nodes);
        nodes += v->nodes;
        if (wins)
            copy_line(&shortest, v, 0);
    }
    copy_line(v, &shortest, 0);
    v->nodes = nodes;
    v->max_stones = 0;
    v->gave_up = false;
}
