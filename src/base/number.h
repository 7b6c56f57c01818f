// Numbers: array length, minimum and maximum; parsing of integers and decimals, for all numeric
// input; random numbers.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

// The number of elements of an array, as an int for use in loops.
#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static inline int int_min(int a, int b) {
    return a < b ? a : b;
}

static inline int int_max(int a, int b) {
    return a > b ? a : b;
}

// Digits with an optional sign, no spaces: "+7" and "-0" are numbers, "" and "7 " are not.
bool number_parse(const char *text, int64_t min, int64_t max, int64_t *out, Error *err);

// Like number_parse, with up to nine decimals: "0.05", "-2.5", "3". The bounds are inclusive.
bool decimal_parse(const char *text, double min, double max, double *out, Error *err);

// Seeded random number generator (SplitMix64), the same on every machine. Not cryptographic.

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
