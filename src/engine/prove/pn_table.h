// Proof-number table: the transposition table of df-pn search. Proof (disproof) numbers are lower
// bounds on the leaves still to be proved (disproved) before the attacker's win is proved
// (disproved).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PN_INFINITE = 1 << 30 }; // cannot be proved, or disproved

typedef struct {
    uint32_t proof, disproof; // 0 and PN_INFINITE: proved; PN_INFINITE and 0: disproved
} ProofNumbers;

static const ProofNumbers pn_proved = {0, PN_INFINITE}, pn_disproved = {PN_INFINITE, 0};

typedef struct PnBucket PnBucket;

typedef struct {
    PnBucket *buckets;
    size_t mask;
    bool used; // something was stored since it was cleared
} PnTable;

void pn_table_init(PnTable *t, size_t bytes); // uses the largest power of two that fits
void pn_table_grow(PnTable *t, size_t bytes); // keeps the entries
void pn_table_release(PnTable *t);
void pn_table_clear(PnTable *t); // free if nothing was stored

// False if the position is unknown.
bool pn_table_probe(const PnTable *t, uint64_t key, ProofNumbers *out);

// Replaces the entry of the bucket with the least work.
void pn_table_store(PnTable *t, uint64_t key, ProofNumbers numbers, int64_t work);
