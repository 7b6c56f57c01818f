// Portable kernel: GNU C vector extensions, which compile to whatever the machine has.
#include "engine/net/kernel.h"

#include <string.h>

#define TARGET
enum { LANES = 8 };

typedef int16_t Lanes __attribute__((vector_size(16)));
typedef uint16_t Unsigned __attribute__((vector_size(16)));
typedef int32_t Sums __attribute__((vector_size(16)));
typedef uint32_t Bits __attribute__((vector_size(16)));

enum { ORDER_IS_LITTLE = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ };

static inline Lanes lanes_load(const int16_t *from) {
    Lanes a;
    memcpy(&a, from, sizeof a);
    return a;
}

static inline void lanes_store(int16_t *to, Lanes a) {
    memcpy(to, &a, sizeof a);
}

static inline Lanes lanes_all(int16_t n) {
    return (Lanes){n, n, n, n, n, n, n, n};
}

static inline Lanes lanes_pair(const int16_t *pair) {
    int16_t a = pair[0], b = pair[1];
    return (Lanes){a, b, a, b, a, b, a, b};
}

// Unsigned, because sums over a region or a small board may exceed 32,767.
static inline Lanes lanes_add(Lanes a, Lanes b) {
    return (Lanes)((Unsigned)a + (Unsigned)b);
}

static inline Lanes lanes_sub(Lanes a, Lanes b) {
    return (Lanes)((Unsigned)a - (Unsigned)b);
}

static inline Lanes lanes_multiply(Lanes a, Lanes b) {
    return (Lanes)((Unsigned)a * (Unsigned)b);
}

static inline Lanes lanes_multiply_high(Lanes a, Lanes b) {
    Lanes high;
    for (int i = 0; i < LANES; i++)
        high[i] = (int16_t)((uint32_t)(uint16_t)a[i] * (uint16_t)b[i] >> 16);
    return high;
}

static inline Lanes lanes_shift(Lanes a) {
    return a >> 5;
}

// A true comparison sets all bits of a lane.
static inline Lanes lanes_clamp(Lanes a) {
    Lanes most = lanes_all(255), over = a > most;
    a &= a > (Lanes){0};
    return (a & ~over) | (most & over);
}

static inline Sums sums_load(const int32_t *from) {
    Sums a;
    memcpy(&a, from, sizeof a);
    return a;
}

static inline Sums sums_all(int32_t n) {
    return (Sums){n, n, n, n};
}

static inline Sums sums_add(Sums a, Sums b) {
    return a + b;
}

static inline Sums sums_multiply(Sums a, Sums b) {
    return a * b;
}

static inline Sums sums_shift(Sums a, int bits) {
    return a >> bits;
}

static inline Sums sums_clamp(Sums a, int32_t low, int32_t high) {
    Sums least = sums_all(low), most = sums_all(high), under = a<least, over = a> most;
    return (a & ~(under | over)) | (least & under) | (most & over);
}

// The first or second lane of every pair, sign-extended to 32 bits.
static inline Sums firsts(Lanes a) {
    return ORDER_IS_LITTLE ? (Sums)((Bits)a << 16) >> 16 : (Sums)a >> 16;
}

static inline Sums seconds(Lanes a) {
    return ORDER_IS_LITTLE ? (Sums)a >> 16 : (Sums)((Bits)a << 16) >> 16;
}

static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    return sums + firsts(a) * firsts(b) + seconds(a) * seconds(b);
}

static inline void sums_squeeze(int16_t *to, Sums a) {
    for (int i = 0; i < LANES / 2; i++)
        to[i] = (int16_t)a[i];
}

static inline void sums_total(const Sums sums[static 4], int32_t totals[static 4]) {
    for (int k = 0; k < 4; k++)
        totals[k] = sums[k][0] + sums[k][1] + sums[k][2] + sums[k][3];
}

#include "engine/net/kernel.inc"

const NetKernel net_kernel_scalar = {"scalar", place_stone, hidden_layer, policy_weights,
                                     policy_logits};
