// A four leaves one answer, so what is searched is a tree of pairs: a four and its answer. (Where a
// five that is held does not count there may be several answers, and all of them must lose.)
//
// The search is repeated with a growing budget. A four that builds nothing, because no later four
// uses its stone at once, costs more of it than one that does: wins are chains in which one four
// makes the next. What failed is remembered with the budget it failed with; a search that never
// ran out of budget has refuted the position for good.
#include "engine/tactics/vcf.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/util.h"
#include "engine/tactics/fours.h"

#include <string.h>

enum {
    BUDGET_FOREVER = 255, // failed without running out of budget
    BUDGET_FIRST = 8,
    BUILDING_COST = 1,
    IDLE_COST = 6,
    FOURS_MAX = 4096, // waiting to be tried, on all plies together
    CLOCK_INTERVAL = 256,
    STONES_LEAST = 3, // where there is no five yet: a four, an answer, the five
};

typedef struct {
    Point four, answer; // the answer is one of several where fives can be held
    int16_t gain;       // lines in which it makes another four ready
} Four;

struct VcfMemory {
    uint64_t mask;
    uint64_t *failures; // by hash; the low byte is the budget
    const Rules *rules; // of the two below; NULL at first
    int size;
    Fours sides[2]; // by attacker - BLACK
    bool cut;       // something was left out since this was last cleared
    int top;        // of the fours below
    Four fours[FOURS_MAX];
    uint32_t visit; // numbers the nodes
    struct {
        uint32_t visit;
        Point answer;
    } seen[POINT_COUNT]; // which fours of this node are known, and what answers them
    FoursUndo undo[VCF_LENGTH_MAX];
};

Vcf *vcf_new_sized(int table_bits) {
    Vcf *v = mem_alloc(sizeof *v);
    v->memory = mem_alloc(sizeof *v->memory);
    v->memory->mask = ((uint64_t)1 << table_bits) - 1;
    v->memory->failures = mem_alloc(sizeof(uint64_t) << table_bits);
    return v;
}

Vcf *vcf_new(void) {
    return vcf_new_sized(VCF_TABLE_BITS);
}

void vcf_free(Vcf *v) {
    if (!v)
        return;
    mem_free(v->memory->failures);
    mem_free(v->memory);
    mem_free(v);
}

void vcf_clear(Vcf *v) {
    memset(v->memory->failures, 0, (size_t)(v->memory->mask + 1) * sizeof(uint64_t));
}

// What failed for want of stones may win with more, so searches that may not use any number of them
// remember failures for each number that is left.
static uint64_t failure_key(const Vcf *v, const Fours *f, int ply) {
    static const uint64_t spread = 0x9e3779b97f4a7c15u;
    return v->most_stones == 0 ? f->hash : f->hash ^ (uint64_t)(v->most_stones - ply) * spread;
}

static uint64_t *failure_slot(VcfMemory *m, uint64_t hash) {
    return &m->failures[hash >> 20 & m->mask];
}

// A failure for lack of budget is no refutation, and so is nothing that rests on it.
static bool has_failed(VcfMemory *m, uint64_t hash, int budget) {
    uint64_t mark = *failure_slot(m, hash);
    bool failed = (mark | 0xff) == (hash | 0xff) && (int)(mark & 0xff) >= budget;
    m->cut |= failed && (mark & 0xff) != BUDGET_FOREVER;
    return failed;
}

static bool has_to_stop(const Vcf *v) {
    return (v->deadline_ns && clock_now_ns() >= v->deadline_ns) ||
           (v->interrupted && v->interrupted(v->context));
}

// Counts a node. Once the time is over there are no nodes left.
static bool out_of_nodes(Vcf *v) {
    v->nodes++;
    if (v->nodes % CLOCK_INTERVAL == 0 && has_to_stop(v))
        v->node_limit = 0;
    return v->nodes > v->node_limit;
}

static bool wins_by_any_five(const Fours *f) {
    return f->rules[f->own - BLACK].unheld == 0;
}

// In how many lines the four joins two stones that its answer leaves alone.
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

// What a node's fours come to.
typedef struct {
    int first, count;          // in VcfMemory.fours
    Point win, answer, follow; // a four with two fives, an answer, and the five that is left
} Listing;

// Adds a four, the most building first. A second answer to the same four wins where every five
// counts, and where the stone is allowed.
static void add_four(VcfMemory *m, const Fours *f, Point four, Point answer, Point check,
                     Listing *l) {
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
        m->cut = true;
        return;
    }
    Four new = {four, answer, (int16_t)gain_of(f, four, answer)};
    int at = m->top++;
    for (; at > l->first && m->fours[at - 1].gain < new.gain; at--)
        m->fours[at] = m->fours[at - 1];
    m->fours[at] = new;
    l->count++;
}

static Listing list_fours(VcfMemory *m, const Fours *f, Point check) {
    Listing l = {.first = m->top};
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

// The last four of the line has no answer: the other side plays anywhere, then comes the five.
static void end_unanswered(Vcf *v, int ply) {
    v->length = ply;
    v->stones = ply + 2;
}

// Two fives: an answer that Black may play, and the other five; or neither is allowed.
static void end_with_double(Vcf *v, Fours *f, const Listing *l, int ply) {
    FoursUndo *undo = &v->memory->undo[ply];
    fours_place(f, l->win, f->own, undo);
    bool first = f->own == WHITE && fours_is_foul(f, l->answer);
    bool second = first && fours_is_foul(f, l->follow);
    fours_remove(f, undo);
    Point answer = first ? l->follow : l->answer, follow = first ? l->answer : l->follow;
    end_line(v, ply, 3, (Point[]){l->win, answer, follow});
    if (second)
        end_unanswered(v, ply + 1);
}

// The other side has answered at `answer`. Does the attack go on and win?
static bool goes_on(Vcf *v, Fours *f, Point answer, int budget, int ply) {
    VcfMemory *m = v->memory;
    Stone other = stone_other(f->own);
    FoursUndo *undo = &m->undo[ply];
    fours_place(f, answer, other, undo);
    uint64_t key = failure_key(v, f, ply + 1);
    __builtin_prefetch(failure_slot(m, key));
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

// Does a stone of the other side on `p` leave the attacker without a five?
static bool answers(Fours *f, Point four, Point p) {
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

// Where a held five does not count the answers are the five itself and points that hold it. The
// line follows the one that holds out longest.
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
            if ((k == 0 && d > 0) || p < 0 || p >= POINT_COUNT || !answers(f, four, (Point)p))
                continue;
            if (!goes_on(v, f, (Point)p, budget, ply))
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
    return goes_on(v, f, answer, budget, ply);
}

static bool try_four(Vcf *v, Fours *f, Four four, Point check, int budget, int ply) {
    VcfMemory *m = v->memory;
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

static bool try_fours(Vcf *v, Fours *f, Listing l, Point check, int budget, int ply) {
    VcfMemory *m = v->memory;
    for (int i = l.first; i < l.first + l.count; i++) {
        int left = budget - (m->fours[i].gain > 0 ? BUILDING_COST : IDLE_COST);
        if (left < 0)
            m->cut = true;
        else if (try_four(v, f, m->fours[i], check, left, ply))
            return true;
        if (v->nodes > v->node_limit)
            break;
    }
    return false;
}

// The side to move attacks; the other side, if it makes five at `check` next, has to be answered by
// the four itself.
static bool attack(Vcf *v, Fours *f, int budget, int ply, Point check) {
    VcfMemory *m = v->memory;
    int most = VCF_LENGTH_MAX - 2;
    if (v->most_stones > 0)
        most = int_min(most, v->most_stones);
    if (ply + STONES_LEAST > most) {
        m->cut = true;
        return false;
    }
    Listing l = list_fours(m, f, check);
    bool wins = l.win != POINT_NONE;
    if (wins) {
        end_with_double(v, f, &l, ply);
    } else if (l.count > 0) {
        bool cut_before = m->cut;
        m->cut = false;
        wins = try_fours(v, f, l, check, budget, ply);
        uint64_t key = failure_key(v, f, ply);
        if (!wins && v->nodes <= v->node_limit)
            *failure_slot(m, key) =
                (key & ~(uint64_t)0xff) | (uint64_t)(m->cut ? budget : BUDGET_FOREVER);
        m->cut |= cut_before;
    }
    m->top = l.first;
    return wins;
}

static Fours *side_of(VcfMemory *m, const Board *b) {
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
    VcfMemory *m = v->memory;
    Stone own = s->board.turn, other = stone_other(own);
    v->nodes = 0;
    v->node_limit = node_limit;
    v->length = v->stones = 0;
    v->gave_up = false;
    if (position_count(s, own, CATEGORY_FIVE) > 0) {
        end_line(v, 0, 1, (Point[]){position_five(s, own)});
        return true;
    }
    if (!position_may_make_four(s, own)) // as in most positions
        return false;
    Fours *f = side_of(m, &s->board);
    int fives = position_count(s, other, CATEGORY_FIVE);
    Point check = fives > 0 ? position_five(s, other) : POINT_NONE;
    if (fives > 1 && wins_by_any_five(f))
        return false;
    int last = int_min(depth * IDLE_COST, BUDGET_FOREVER - 1);
    for (int budget = int_min(BUDGET_FIRST, last);; budget = int_min(2 * budget, last)) {
        m->cut = false;
        m->top = 0;
        if (!has_failed(m, failure_key(v, f, 0), budget) && attack(v, f, budget, 0, check))
            return true;
        v->gave_up = m->cut || v->nodes > v->node_limit;
        if (!v->gave_up || budget == last || v->nodes > v->node_limit)
            return false;
    }
}

void vcf_shorten(Vcf *v, const Position *s, int depth, int64_t node_limit) {
    Vcf shortest = *v;
    int64_t nodes = v->nodes, last = v->nodes + node_limit;
    for (bool wins = true; wins && shortest.stones > STONES_LEAST && nodes < last;) {
        v->most_stones = shortest.stones - 2;
        wins = vcf_search(v, s, depth, last - nodes);
        nodes += v->nodes;
        if (wins)
            copy_line(&shortest, v, 0);
    }
    copy_line(v, &shortest, 0);
    v->nodes = nodes;
    v->most_stones = 0;
    v->gave_up = false;
}
