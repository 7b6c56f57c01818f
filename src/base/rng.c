#include "base/rng.h"

#include "base/clock.h"

#include <assert.h>
#include <unistd.h>

// SplitMix64: a counter passed through a mixing function. 64 bits of state, no bad seeds.
uint64_t rng_next(Rng *rng) {
    return rng_mix(rng->state += 0x9e3779b97f4a7c15u);
}

// Lemire's method: the high word of a 32x32 bit product, redrawn for the few low words that would
// bias the result.
int rng_below(Rng *rng, int bound) {
    assert(bound > 0);
    uint32_t n = (uint32_t)bound;
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * n;
    }
    return (int)(product >> 32);
}

uint64_t rng_fresh_seed(void) {
    Rng mixer = {(uint64_t)clock_now_ns() ^ ((uint64_t)getpid() << 40)};
    return rng_next(&mixer);
}
