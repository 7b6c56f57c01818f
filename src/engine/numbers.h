// Proof numbers of positions, by hash: how much is at least still to be proved (or disproved)
// before the attacker's win is certain (or impossible).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NUMBER_SOLVED = 1 << 30 }; // what cannot be done any more

typedef struct {
    uint32_t proof, disproof; // 0 and NUMBER_SOLVED: proved; the other way round: disproved
} Numbers;

static const Numbers numbers_proved = {0, NUMBER_SOLVED}, numbers_disproved = {NUMBER_SOLVED, 0};

typedef struct NumberBucket NumberBucket;

typedef struct {
    NumberBucket *buckets;
    size_t mask;
    bool used; // since it was cleared
} NumberTable;

void numbers_init(NumberTable *t, size_t bytes); // the largest power of two that fits
void numbers_grow(NumberTable *t, size_t bytes); // to that many, and keeps what it knows
void numbers_release(NumberTable *t);
void numbers_clear(NumberTable *t); // costs nothing if nothing was stored

// False if nothing is known.
bool numbers_find(const NumberTable *t, uint64_t key, Numbers *out);

// Of four that share a place the one that cost the least work makes room.
void numbers_store(NumberTable *t, uint64_t key, Numbers numbers, int64_t work);
