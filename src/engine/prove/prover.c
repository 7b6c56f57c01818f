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

void pn_table_init(PnTable *table, size_t bytes) {
    size_t count = WORK_MASK + 1;
    while (2 * count * sizeof(PnBucket) <= bytes)
        count *= 2;
    while (!(table->buckets = mem_alloc_table(count * sizeof(PnBucket))) && count > WORK_MASK + 1)
        count /= 2;
    if (!table->buckets)
        table->buckets = mem_alloc(count * sizeof(PnBucket));
    table->mask = count - 1;
    table->used = false;
}

void pn_table_release(PnTable *table) {
    mem_free(table->buckets);
    *table = (PnTable){0};
}

void pn_table_clear(PnTable *table) {
    if (table->used)
        memset(table->buckets, 0, (table->mask + 1) * sizeof(PnBucket));
    table->used = false;
}

static bool is_of(const PnEntry *e, uint64_t key) {
    return e->key_and_work != 0 && ((e->key_and_work ^ key) & ~(uint64_t)WORK_MASK) == 0;
}

static int work_of(const PnEntry *e) {
    return (int)(e->key_and_work & WORK_MASK);
}

bool pn_table_probe(const PnTable *table, uint64_t key, ProofNumbers *out) {
    const PnBucket *b = &table->buckets[key & table->mask];
    for (int i = 0; i < SLOTS; i++)
        if (is_of(&b->slots[i], key)) {
            *out = b->slots[i].numbers;
            return true;
        }
    return false;
}

void pn_table_store(PnTable *table, uint64_t key, ProofNumbers numbers, int64_t work) {
    PnBucket *b = &table->buckets[key & table->mask];
    PnEntry *slot = &b->slots[0];
    table->used = true;
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
static void pn_table_grow(PnTable *table, size_t bytes) {
    if (2 * (table->mask + 1) * sizeof(PnBucket) > bytes)
        return;
    PnTable old = *table;
    pn_table_init(table, bytes);
    for (size_t i = 0; i <= old.mask && old.used; i++)
        for (int k = 0; k < SLOTS; k++) {
            const PnEntry *e = &old.buckets[i].slots[k];
            if (e->key_and_work)
                pn_table_store(table, (e->key_and_work & ~(uint64_t)WORK_MASK) | (i & WORK_MASK),
                               e->numbers, (int64_t)1 << (work_of(e) - 1));
        }
    pn_table_release(&old);
}

// ---- df-pn search

enum { CLOCK_INTERVAL = 16 };

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t add_numbers(uint32_t a, uint32_t b) {
    return a + b < PN_INFINITE ? a + b : PN_INFINITE - 1;
}

PnSummary pn_summarize(bool attacking, const ProofNumbers *children, int count) {
    PnSummary s = {.best = -1, .best_number = PN_INFINITE + 1, .second = PN_INFINITE};
    uint32_t worst = 0, open = 0;
    for (int i = 0; i < count; i++) {
        ProofNumbers n = children[i];
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

ProofNumbers pn_child_limit(bool attacking, const PnSummary *s, ProofNumbers limit) {
    uint32_t same = attacking ? limit.proof : limit.disproof;
    uint32_t other = attacking ? limit.disproof : limit.proof;
    uint32_t sum = attacking ? s->numbers.disproof : s->numbers.proof;
    same = smaller(same, plus_quarter(s->second));
    other = add_numbers(other - sum, s->best_other);
    return attacking ? (ProofNumbers){same, other} : (ProofNumbers){other, same};
}

bool prover_has_to_stop(Prover *prover) {
    if (prover->nodes >= prover->next_check) {
        prover->next_check = prover->nodes + CLOCK_INTERVAL;
        const StopCondition *s = prover->stop_condition;
        prover->stopped |= (prover->stop_at && prover->nodes >= prover->stop_at) ||
                           (s && (stop_condition_is_late(s) || stop_requested(s->token)));
    }
    return prover->stopped;
}

// Reserves room for the numbers of a node's children and returns where it begins: a stack, because
// the nodes on the path need theirs at the same time. It may move.
static int push_children(Prover *prover, int count) {
    int first = prover->children_used;
    prover->children =
        mem_grow(prover->children, first, count, &prover->children_room, sizeof *prover->children);
    prover->children_used += count;
    return first;
}

// df-pn: searches until one of the numbers reaches its threshold.
static ProofNumbers search(Prover *prover, ProofNumbers limit, int left) {
    uint64_t key = prover_table_key(prover, left);
    int64_t before = prover->nodes++;
    ProofNumbers numbers;
    bool known = pn_table_probe(&prover->table, key, &numbers);
    if (known && pn_is_solved(numbers))
        return numbers;
    MoveList m;
    NodeState state = prover_expand(prover, left, known, &m);
    if (state != STATE_OPEN) {
        numbers = state == STATE_PROVED ? pn_proved : pn_disproved;
        if (prover->position->plies > 0) // the root is never probed, so an unused table stays clean
            pn_table_store(&prover->table, key, numbers, prover->nodes - before);
        return numbers;
    }
    int first = push_children(prover, m.count);
    for (int i = 0; i < m.count; i++)
        prover->children[first + i] = prover_child_numbers(prover, m.points[i], left);
    bool attacking = prover_attacker_to_move(prover);
    PnSummary s = pn_summarize(attacking, prover->children + first, m.count);
    while (pn_is_within(s.numbers, limit) && !pn_is_solved(s.numbers) &&
           !prover_has_to_stop(prover)) {
        ProofNumbers lower = pn_child_limit(attacking, &s, limit);
        prover_make(prover, m.points[s.best]);
        ProofNumbers after = search(prover, lower, left - 1);
        prover_undo(prover);
        prover->children[first + s.best] = after;
        s = pn_summarize(attacking, prover->children + first, m.count);
    }
    prover->children_used = first;
    pn_table_store(&prover->table, key, s.numbers, prover->nodes - before);
    return s.numbers;
}

void prover_set_node_limit(Prover *prover, int64_t nodes) {
    prover->stopped = false;
    prover->next_check = prover->nodes;
    prover->stop_at = nodes ? prover->nodes + nodes : 0;
    // An entry takes 16 bytes, but not every node is stored.
    int64_t wanted = nodes ? 8 * prover->stop_at : INT64_MAX;
    bool fits = wanted < (int64_t)prover->table_bytes;
    pn_table_grow(&prover->table, fits ? (size_t)wanted : prover->table_bytes);
}

ProverResult prover_search(Prover *prover, int left) {
    ProofNumbers n = search(prover, (ProofNumbers){PN_INFINITE, PN_INFINITE}, left);
    return n.proof == 0 ? PROVER_PROVED : n.disproof == 0 ? PROVER_EXHAUSTED : PROVER_STOPPED;
}

ProverResult prover_run(Prover *prover, int64_t nodes) {
    prover_set_node_limit(prover, nodes);
    return prover_search(prover, prover->bound);
}
