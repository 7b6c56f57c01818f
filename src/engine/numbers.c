#include "engine/numbers.h"

#include "base/mem.h"

#include <string.h>

// The low bits of a key say where its bucket is, so their place holds the logarithm of the work.
enum { SLOTS = 4, WORK_MASK = 63 };

typedef struct {
    uint64_t key_and_work;
    Numbers numbers;
} NumberEntry;

struct NumberBucket {
    NumberEntry slots[SLOTS]; // a cache line
};

void numbers_init(NumberTable *t, size_t bytes) {
    size_t count = WORK_MASK + 1;
    while (2 * count * sizeof(NumberBucket) <= bytes)
        count *= 2;
    t->buckets = mem_alloc(count * sizeof(NumberBucket));
    t->mask = count - 1;
    t->used = false;
}

void numbers_release(NumberTable *t) {
    mem_free(t->buckets);
    *t = (NumberTable){0};
}

void numbers_clear(NumberTable *t) {
    if (t->used)
        memset(t->buckets, 0, (t->mask + 1) * sizeof(NumberBucket));
    t->used = false;
}

static bool is_of(const NumberEntry *e, uint64_t key) {
    return e->key_and_work != 0 && ((e->key_and_work ^ key) & ~(uint64_t)WORK_MASK) == 0;
}

static int work_of(const NumberEntry *e) {
    return (int)(e->key_and_work & WORK_MASK);
}

bool numbers_find(const NumberTable *t, uint64_t key, Numbers *out) {
    const NumberBucket *b = &t->buckets[key & t->mask];
    for (int i = 0; i < SLOTS; i++)
        if (is_of(&b->slots[i], key)) {
            *out = b->slots[i].numbers;
            return true;
        }
    return false;
}

void numbers_store(NumberTable *t, uint64_t key, Numbers numbers, int64_t work) {
    NumberBucket *b = &t->buckets[key & t->mask];
    NumberEntry *slot = &b->slots[0];
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
    *slot = (NumberEntry){(key & ~(uint64_t)WORK_MASK) | logarithm, numbers};
}

// The low bits of a key are those of its bucket.
void numbers_grow(NumberTable *t, size_t bytes) {
    if (2 * (t->mask + 1) * sizeof(NumberBucket) > bytes)
        return;
    NumberTable old = *t;
    numbers_init(t, bytes);
    for (size_t i = 0; i <= old.mask && old.used; i++)
        for (int k = 0; k < SLOTS; k++) {
            const NumberEntry *e = &old.buckets[i].slots[k];
            if (e->key_and_work)
                numbers_store(t, (e->key_and_work & ~(uint64_t)WORK_MASK) | (i & WORK_MASK),
                              e->numbers, (int64_t)1 << (work_of(e) - 1));
        }
    numbers_release(&old);
}
