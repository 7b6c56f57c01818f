#include "base/number.h"
#include "test.h"

// The published values of SplitMix64: other implementations give the same numbers for a seed.
TEST(rng_matches_published_values) {
    static const uint64_t want[] = {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu};
    Rng rng = {0};
    for (int i = 0; i < COUNT(want); i++)
        CHECK("seed 0", rng_next(&rng) == want[i]);
    rng = (Rng){1234567};
    CHECK("seed 1234567", rng_next(&rng) == 6457827717110365317u);
}

TEST(rng_below_covers_its_range) {
    static const int bounds[] = {1, 2, 3, 7, 225, 361};
    Rng rng = {42};
    for (int i = 0; i < COUNT(bounds); i++) {
        int hits[361] = {0};
        for (int n = 0; n < bounds[i] * 100; n++) {
            int drawn = rng_below(&rng, bounds[i]);
            CHECK("in range", drawn >= 0 && drawn < bounds[i]);
            hits[drawn]++;
        }
        for (int k = 0; k < bounds[i]; k++)
            CHECK("near a hundred each", hits[k] > 50 && hits[k] < 160);
    }
    CHECK("the largest bound", rng_below(&rng, INT32_MAX) >= 0);
}

// With this bound a plain multiplication would draw every third number too rarely: 25 in a hundred.
TEST(rng_below_has_no_modulo_bias) {
    Rng rng = {7};
    int third = 0;
    for (int n = 0; n < 30000; n++)
        third += rng_below(&rng, 3 << 29) % 3 == 2;
    CHECK("a third", third > 9500 && third < 10500);
}

TEST(rng_fresh_seeds_differ) {
    CHECK("two in a row", rng_fresh_seed() != rng_fresh_seed());
}
