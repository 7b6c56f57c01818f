// Seeded random number generator (SplitMix64), the same on every machine. Not cryptographic.
#pragma once

#include <stdint.h>

typedef struct {
    uint64_t state; // any value is a good seed
} Rng;

uint64_t rng_next(Rng *rng);

// The mixing function of the generator: a hash of an integer.
static inline uint64_t rng_mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// Uniform in 0 .. bound - 1, without modulo bias. `bound` is at least 1.
int rng_below(Rng *rng, int bound);

// A different seed on each run.
uint64_t rng_fresh_seed(void);
