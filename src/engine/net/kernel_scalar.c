// Portable kernel: GNU C vector extensions, which compile to whatever the machine has.
#include "engine/net/kernel.h"

#include <string.h>

#define TARGET
#define LANES 8
#include "engine/net/lanes.inc"

typedef uint32_t Bits __attribute__((vector_size(16)));

enum { ORDER_IS_LITTLE = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ };

static inline Lanes lanes_multiply_high(Lanes a, Lanes b) {
    Lanes high;
    for (int i = 0; i < LANES; i++)
        high[i] = (int16_t)((uint32_t)(uint16_t)a[i] * (uint16_t)b[i] >> 16);
    return high;
}

// A true comparison sets all bits of a lane.
static inline Lanes lanes_clamp(Lanes a) {
    Lanes most = lanes_all(255), over = a > most;
    a &= a > (Lanes){0};
    return (a & ~over) | (most & over);
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
