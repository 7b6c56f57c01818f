// Proof numbers of positions, by hash: how much is at least still to be proved (or disproved)
// before the attacker's win is certain (or impossible).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PN_INFINITE = 1 << 30 }; // what cannot be done any more

typedef struct {
    uint32_t proof, disproof; // 0 and PN_INFINITE: proved; the other way round: disproved
} ProofNumbers;

static const ProofNumbers pn_proved = {0, PN_INFINITE}, pn_disproved = {PN_INFINITE, 0};

typedef struct PnBucket PnBucket;

typedef struct {
    PnBucket *buckets;
    size_t mask;
    bool used; // since it was cleared
} PnTable;

void pn_table_init(PnTable *t, size_t bytes); // the largest power of two that fits
void pn_table_grow(PnTable *t, size_t bytes); // to that many, and keeps what it knows
void pn_table_release(PnTable *t);
void pn_table_clear(PnTable *t); // costs nothing if nothing was stored

// False if nothing is known.
bool pn_table_probe(const PnTable *t, uint64_t key, ProofNumbers *out);

// Of four that share a place the one that cost the least work makes room.
void pn_table_store(PnTable *t, uint64_t key, ProofNumbers numbers, int64_t work);
