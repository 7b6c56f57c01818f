#include "base/mem.h"
#include "engine/prove/prover_internal.h"

#include <string.h>

// ---- Proof-number table

// The low bits of a key are in its bucket index, so an entry stores the logarithm of the work
// there.
enum { SLOTS = 4, WORK_MASK = 63 };

typedef struct {
    uint64_t key_and_work;
    ProofNumbers numbers;
} PnEntry;

struct PnBucket {
    PnEntry slots[SLOTS]; // a cache line
};

void pn_table_init(PnTable *t, size_t bytes) {
    size_t count = WORK_MASK + 1;
    while (2 * count * sizeof(PnBucket) <= bytes)
        count *= 2;
    t->buckets = mem_alloc(count * sizeof(PnBucket));
    t->mask = count - 1;
    t->used = false;
}

void pn_table_release(PnTable *t) {
    mem_free(t->buckets);
    *t = (PnTable){0};
}

void pn_table_clear(PnTable *t) {
    if (t->used)
        memset(t->buckets, 0, (t->mask + 1) * sizeof(PnBucket));
    t->used = false;
}

static bool is_of(const PnEntry *e, uint64_t key) {
    return e->key_and_work != 0 && ((e->key_and_work ^ key) & ~(uint64_t)WORK_MASK) == 0;
}

static int work_of(const PnEntry *e) {
    return (int)(e->key_and_work & WORK_MASK);
}

bool pn_table_probe(const PnTable *t, uint64_t key, ProofNumbers *out) {
    const PnBucket *b = &t->buckets[key & t->mask];
    for (int i = 0; i < SLOTS; i++)
        if (is_of(&b->slots[i], key)) {
            *out = b->slots[i].numbers;
            return true;
        }
    return false;
}

void pn_table_store(PnTable *t, uint64_t key, ProofNumbers numbers, int64_t work) {
    PnBucket *b = &t->buckets[key & t->mask];
    PnEntry *slot = &b->slots[0];
    t->used = true;
    for (int i = 0; i < SLOTS; i++) {
        if (is_of(&b->slots[i], key)) {
            slot = &b->slots[i];
            break;
        }
        if (work_of(&b->slots[i]) < work_of(slot))
            slot = &b->slots[i];
    }
    uint64_t logarithm = 1;
    while (work > 1 && logarithm < WORK_MASK) {
        work /= 2;
        logarithm++;
    }
    *slot = (PnEntry){(key & ~(uint64_t)WORK_MASK) | logarithm, numbers};
}

// The bucket index supplies the low bits of the keys.
// Keeps the entries.
static void pn_table_grow(PnTable *t, size_t bytes) {
    if (2 * (t->mask + 1) * sizeof(PnBucket) > bytes)
        return;
    PnTable old = *t;
    pn_table_init(t, bytes);
    for (size_t i = 0; i <= old.mask && old.used; i++)
        for (int k = 0; k < SLOTS; k++) {
            const PnEntry *e = &old.buckets[i].slots[k];
            if (e->key_and_work)
                pn_table_store(t, (e->key_and_work & ~(uint64_t)WORK_MASK) | (i & WORK_MASK),
                               e->numbers, (int64_t)1 << (work_of(e) - 1));
        }
    pn_table_release(&old);
}

// ---- df-pn search

enum { CLOCK_INTERVAL = 16 };

// Proof numbers of an inner node: the minimum over the children of one number; of the other the
// maximum plus one for each other open child, instead of the sum, which counts transpositions
// several times (weak proof-number search).
typedef struct {
    ProofNumbers numbers;
    int best;
    uint32_t best_number, second; // of the number that is minimized
    uint32_t best_other;
} Summary;

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t add_numbers(uint32_t a, uint32_t b) {
    return a + b < PN_INFINITE ? a + b : PN_INFINITE - 1;
}

// Proof numbers are minimized at the attacker's nodes (OR), disproof numbers at the defender's
// (AND).
static Summary summarize(const Prover *t, const MoveList *m, int left) {
    bool attacking = prover_attacker_to_move(t);
    Summary s = {.best = -1, .best_number = PN_INFINITE + 1, .second = PN_INFINITE};
    uint32_t worst = 0, open = 0;
    for (int i = 0; i < m->count; i++) {
        ProofNumbers n = prover_child_numbers(t, m->points[i], left);
        uint32_t number = attacking ? n.proof : n.disproof;
        uint32_t other = attacking ? n.disproof : n.proof;
        if (number < s.best_number) {
            s.second = smaller(s.best_number, PN_INFINITE);
            s.best_number = number;
            s.best_other = other;
            s.best = i;
        } else if (number < s.second) {
            s.second = number;
        }
        worst = other > worst ? other : worst;
        open += other > 0;
    }
    uint32_t all = s.best_number == 0 ? PN_INFINITE : worst == 0 ? 0 : add_numbers(worst, open - 1);
    if (worst == 0)
        s.best_number = PN_INFINITE;
    s.numbers = attacking ? (ProofNumbers){s.best_number, all} : (ProofNumbers){all, s.best_number};
    return s;
}

// The 1+epsilon trick: fewer switches between siblings.
static uint32_t plus_quarter(uint32_t n) {
    return add_numbers(n, n / 4 + 1);
}

// df-pn thresholds for the best child.
static ProofNumbers child_limit(const Prover *t, const Summary *s, ProofNumbers limit) {
    bool attacking = prover_attacker_to_move(t);
    uint32_t same = attacking ? limit.proof : limit.disproof;
    uint32_t other = attacking ? limit.disproof : limit.proof;
    uint32_t sum = attacking ? s->numbers.disproof : s->numbers.proof;
    same = smaller(same, plus_quarter(s->second));
    other = add_numbers(other - sum, s->best_other);
    return attacking ? (ProofNumbers){same, other} : (ProofNumbers){other, same};
}

static bool is_solved(ProofNumbers n) {
    return n.proof == 0 || n.disproof == 0;
}

static bool has_to_stop(Prover *t) {
    if (t->nodes >= t->next_check) {
        t->next_check = t->nodes + CLOCK_INTERVAL;
        const StopCondition *s = t->stop_condition;
        t->stopped |= (t->stop_at && t->nodes >= t->stop_at) ||
                      (s && (stop_condition_is_late(s) || stop_requested(s->token)));
    }
    return t->stopped;
}

// df-pn: searches until one of the numbers reaches its threshold.
static ProofNumbers search(Prover *t, ProofNumbers limit, int left) {
    uint64_t key = prover_table_key(t, left);
    int64_t before = t->nodes++;
    ProofNumbers numbers;
    bool known = pn_table_probe(&t->table, key, &numbers);
    if (known && is_solved(numbers))
        return numbers;
    MoveList m;
    NodeState state = prover_expand(t, left, known, &m);
    if (state != STATE_OPEN) {
        numbers = state == STATE_PROVED ? pn_proved : pn_disproved;
        if (t->position->plies > 0) // the root is never probed, so an unused table stays clean
            pn_table_store(&t->table, key, numbers, t->nodes - before);
        return numbers;
    }
    Summary s = summarize(t, &m, left);
    while (s.numbers.proof < limit.proof && s.numbers.disproof < limit.disproof &&
           !is_solved(s.numbers) && !has_to_stop(t)) {
        ProofNumbers lower = child_limit(t, &s, limit);
        prover_make(t, m.points[s.best]);
        search(t, lower, left - 1);
        prover_undo(t);
        s = summarize(t, &m, left);
    }
    pn_table_store(&t->table, key, s.numbers, t->nodes - before);
    return s.numbers;
}

void prover_set_node_limit(Prover *t, int64_t nodes) {
    t->stopped = false;
    t->next_check = t->nodes;
    t->stop_at = nodes ? t->nodes + nodes : 0;
    // An entry takes 16 bytes, but not every node is stored.
    int64_t wanted = nodes ? 8 * t->stop_at : INT64_MAX;
    bool fits = wanted < (int64_t)t->table_bytes;
    pn_table_grow(&t->table, fits ? (size_t)wanted : t->table_bytes);
}

ProverResult prover_search(Prover *t, int left) {
    ProofNumbers n = search(t, (ProofNumbers){PN_INFINITE, PN_INFINITE}, left);
    return n.proof == 0 ? PROVER_PROVED : n.disproof == 0 ? PROVER_EXHAUSTED : PROVER_STOPPED;
}

ProverResult prover_run(Prover *t, int64_t nodes) {
    prover_set_node_limit(t, nodes);
    return prover_search(t, t->bound);
}
