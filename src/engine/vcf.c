#include "engine/vcf.h"

#include "base/clock.h"
#include "base/mem.h"

Vcf *vcf_new(void) {
    return mem_alloc(sizeof(Vcf));
}

void vcf_free(Vcf *v) {
    mem_free(v);
}

typedef struct {
    Point point;
    Category category;
} Four;

// Most positions have no four to try at all.
static bool has_fours(const Position *s) {
    Stone own = s->board.turn;
    int count = position_count(s, own, CATEGORY_SUSPECT);
    for (Category c = CATEGORY_FOUR; c < CATEGORY_FIVE; c++)
        count += position_count(s, own, c);
    return count > 0;
}

// The moves to try, the most promising first.
static int list_fours(const Position *s, Four *fours) {
    Stone own = s->board.turn;
    Point points[BOARD_MAX * BOARD_MAX];
    int n = position_candidates(s, points), count = 0;
    for (int i = 0; i < n; i++) {
        Category category = position_category(s, own, points[i]);
        if (category < CATEGORY_FOUR)
            continue;
        int at = count++;
        for (; at > 0 && fours[at - 1].category < category; at--)
            fours[at] = fours[at - 1];
        fours[at] = (Four){points[i], category};
    }
    return count;
}

// A failure is remembered with the depth it was searched to in the low bits, where the hash is also
// the index and so need not be kept.
static uint64_t failure_mark(const Position *s, int depth) {
    return (s->now.hash & ~(uint64_t)0xff) | (uint64_t)depth;
}

static uint64_t *failure_slot(Vcf *v, const Position *s) {
    return &v->failures[s->now.hash % VCF_TABLE_SIZE];
}

static bool is_known_failure(Vcf *v, const Position *s, int depth) {
    uint64_t mark = *failure_slot(v, s);
    return mark && (mark | 0xff) == (s->now.hash | 0xff) && (int)(mark & 0xff) >= depth;
}

static void add_to_line(Vcf *v, int ply, Point p) {
    if (ply < VCF_LENGTH_MAX)
        v->line[ply] = p;
    v->length = ply + 1 < VCF_LENGTH_MAX ? ply + 1 : VCF_LENGTH_MAX;
}

static bool has_to_stop(const Vcf *v) {
    return (v->deadline_ns && clock_now_ns() >= v->deadline_ns) ||
           (v->interrupted && v->interrupted(v->context));
}

// Counts a node. Once the time is over there are no nodes left.
static bool out_of_nodes(Vcf *v) {
    enum { CLOCK_INTERVAL = 256 };
    v->nodes++;
    if (v->nodes % CLOCK_INTERVAL == 0 && has_to_stop(v))
        v->node_limit = 0;
    return v->nodes > v->node_limit;
}

static bool attack(Vcf *v, Position *s, int depth, int ply);

// After a four on the board: does every answer lose? Sets the line by the last one tried.
static bool every_answer_loses(Vcf *v, Position *s, int depth, int ply) {
    Point answers[POSITION_ANSWERS_MAX];
    int n = position_answers(s, answers);
    if (n == 0)
        add_to_line(v, ply, position_five(s, stone_other(s->board.turn)));
    for (int i = 0; i < n; i++) {
        position_make(s, answers[i]);
        bool wins = attack(v, s, depth - 1, ply + 1);
        position_undo(s);
        if (!wins)
            return false;
        v->line[ply] = answers[i];
    }
    return true;
}

static bool try_four(Vcf *v, Position *s, Four four, int depth, int ply) {
    if (four.category >= CATEGORY_OPEN_FOUR) {
        add_to_line(v, ply, four.point);
        return true;
    }
    position_make(s, four.point);
    bool wins = every_answer_loses(v, s, depth, ply + 1);
    position_undo(s);
    if (wins)
        v->line[ply] = four.point;
    return wins;
}

// The side to move attacks. The other side's four must be answered by a four of one's own.
static bool attack(Vcf *v, Position *s, int depth, int ply) {
    Stone own = s->board.turn, other = stone_other(own);
    if (position_count(s, own, CATEGORY_FIVE) > 0) {
        add_to_line(v, ply, position_five(s, own));
        return true;
    }
    if (!has_fours(s))
        return false;
    if (depth == 0 || ply + 2 >= VCF_LENGTH_MAX || out_of_nodes(v)) {
        v->gave_up = true;
        return false;
    }
    if (is_known_failure(v, s, depth))
        return false;
    bool in_check = position_count(s, other, CATEGORY_FIVE) > 0;
    Point answers[POSITION_ANSWERS_MAX];
    int must = in_check ? position_answers(s, answers) : 0;
    Four fours[BOARD_MAX * BOARD_MAX];
    int n = list_fours(s, fours);
    for (int i = 0; i < n; i++) {
        bool allowed = !in_check;
        for (int k = 0; k < must; k++)
            allowed |= answers[k] == fours[i].point;
        if (allowed && try_four(v, s, fours[i], depth, ply))
            return true;
    }
    if (v->nodes <= v->node_limit)
        *failure_slot(v, s) = failure_mark(s, depth);
    return false;
}

bool vcf_search(Vcf *v, Position *s, int depth, int64_t node_limit) {
    v->nodes = 0;
    v->node_limit = node_limit;
    v->length = 0;
    v->gave_up = false;
    return attack(v, s, depth, 0);
}
