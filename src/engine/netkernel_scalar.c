// In plain C, for every machine.
#include "engine/netkernel.h"

#include <string.h>

#define TARGET
enum { LANES = 8 };

typedef struct {
    int16_t at[LANES];
} Lanes;

typedef struct {
    int32_t at[LANES / 2];
} Sums;

// Makes each lane of a result from those at `i`.
#define FOR_LANES(expression)                                                                      \
    Lanes result;                                                                                  \
    for (int i = 0; i < LANES; i++)                                                                \
        result.at[i] = (int16_t)(expression);                                                      \
    return result

static inline Lanes lanes_load(const int16_t *from) {
    FOR_LANES(from[i]);
}

static inline void lanes_store(int16_t *to, Lanes a) {
    memcpy(to, a.at, sizeof a.at);
}

static inline Lanes lanes_zero(void) {
    return (Lanes){0};
}

static inline Lanes lanes_all(int16_t n) {
    FOR_LANES(n);
}

static inline Lanes lanes_pair(const int16_t *pair) {
    FOR_LANES(pair[i % 2]);
}

static inline Lanes lanes_add(Lanes a, Lanes b) {
    FOR_LANES(a.at[i] + b.at[i]);
}

static inline Lanes lanes_sub(Lanes a, Lanes b) {
    FOR_LANES(a.at[i] - b.at[i]);
}

static inline Lanes lanes_multiply(Lanes a, Lanes b) {
    FOR_LANES(a.at[i] * b.at[i]);
}

static inline Lanes lanes_multiply_high(Lanes a, Lanes b) {
    FOR_LANES((uint32_t)(uint16_t)a.at[i] * (uint16_t)b.at[i] >> 16);
}

static inline Lanes lanes_shift(Lanes a) {
    FOR_LANES(a.at[i] >> 5);
}

static inline Lanes lanes_clamp(Lanes a) {
    FOR_LANES(a.at[i] < 0 ? 0 : a.at[i] > 255 ? 255 : a.at[i]);
}

static inline bool lanes_any(Lanes a) {
    int any = 0;
    for (int i = 0; i < LANES; i++)
        any |= a.at[i];
    return any != 0;
}

static inline Sums sums_load(const int32_t *from) {
    Sums result;
    memcpy(result.at, from, sizeof result.at);
    return result;
}

static inline void sums_store(int32_t *to, Sums a) {
    memcpy(to, a.at, sizeof a.at);
}

static inline Sums sums_zero(void) {
    return (Sums){0};
}

static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    for (int i = 0; i < LANES / 2; i++)
        sums.at[i] += a.at[2 * i] * b.at[2 * i] + a.at[2 * i + 1] * b.at[2 * i + 1];
    return sums;
}

static inline int32_t sums_total(Sums sums) {
    int32_t total = 0;
    for (int i = 0; i < LANES / 2; i++)
        total += sums.at[i];
    return total;
}

#include "engine/netkernel.inc"

const NetKernel netkernel_scalar = {"scalar", place, hide, aim, judge};
