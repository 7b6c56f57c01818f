// Random numbers from a seed: the same on every machine and compiler. Not for secrets.
#pragma once

#include <stdint.h>

typedef struct {
    uint64_t state; // any value is a good seed
} Rng;

uint64_t rng_next(Rng *rng);

// Uniform in 0 .. bound - 1, without the bias of a remainder. `bound` is at least 1.
int rng_below(Rng *rng, int bound);

// A seed that differs from run to run, for when nobody asked for a particular one.
uint64_t rng_fresh_seed(void);
