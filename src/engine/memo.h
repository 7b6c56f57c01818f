// What a net said of positions it was asked about before, by hash. A small memory of one thread
// beside the table, which has no room for every leaf.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// A slot holds the key but for its last bits, which say where the slot is, and a value in their
// stead.
enum { MEMO_BITS = 17, MEMO_VALUE_BITS = 16 };

typedef struct {
    uint64_t slots[1 << MEMO_BITS];
} Memo;

static inline uint64_t *memo_slot(Memo *m, uint64_t key) {
    return &m->slots[key & ((1 << MEMO_BITS) - 1)];
}

static inline void memo_prefetch(Memo *m, uint64_t key) {
    __builtin_prefetch(memo_slot(m, key));
}

static inline bool memo_find(Memo *m, uint64_t key, int *value) {
    uint64_t slot = *memo_slot(m, key);
    *value = (int16_t)(uint16_t)slot;
    return slot != 0 && slot >> MEMO_VALUE_BITS == key >> MEMO_VALUE_BITS;
}

static inline void memo_keep(Memo *m, uint64_t key, int value) {
    *memo_slot(m, key) = key >> MEMO_VALUE_BITS << MEMO_VALUE_BITS | (uint16_t)value;
}
