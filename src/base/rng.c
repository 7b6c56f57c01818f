#include "base/rng.h"

#include "base/clock.h"

#include <assert.h>
#include <unistd.h>

// SplitMix64: a counter through a mixing function. One word of state, no bad seeds.
uint64_t rng_next(Rng *rng) {
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// The high word of a 32x32 bit product is uniform once the few low words that would favour some
// results are drawn again.
int rng_below(Rng *rng, int bound) {
    assert(bound > 0);
    uint32_t n = (uint32_t)bound;
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t unfair = -n % n;
        while ((uint32_t)product < unfair)
            product = (rng_next(rng) >> 32) * n;
    }
    return (int)(product >> 32);
}

uint64_t rng_fresh_seed(void) {
    Rng mixer = {(uint64_t)clock_now_ns() ^ ((uint64_t)getpid() << 40)};
    return rng_next(&mixer);
}
