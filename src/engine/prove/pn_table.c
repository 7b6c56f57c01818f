#include "engine/prove/pn_table.h"

#include "base/mem.h"

#include <string.h>

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
void pn_table_grow(PnTable *t, size_t bytes) {
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
