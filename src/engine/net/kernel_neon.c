// NEON kernel for 64-bit ARM, where NEON is always there: 8 lanes.
#include "engine/net/kernel.h"

#include <string.h>

#if defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
    #include <arm_neon.h>

    #define TARGET
    #define LANES 8
    #include "engine/net/lanes.inc"

// The high halves of the products are in every second lane.
static inline Lanes lanes_multiply_high(Lanes a, Lanes b) {
    uint16x8_t x = (uint16x8_t)a, y = (uint16x8_t)b;
    uint32x4_t low = vmull_u16(vget_low_u16(x), vget_low_u16(y)), high = vmull_high_u16(x, y);
    return (Lanes)vuzp2q_u16((uint16x8_t)low, (uint16x8_t)high);
}

static inline Lanes lanes_clamp(Lanes a) {
    int16x8_t positive = vmaxq_s16((int16x8_t)a, vdupq_n_s16(0));
    return (Lanes)vminq_s16(positive, vdupq_n_s16(255));
}

static inline Sums sums_clamp(Sums a, int32_t low, int32_t high) {
    int32x4_t raised = vmaxq_s32((int32x4_t)a, vdupq_n_s32(low));
    return (Sums)vminq_s32(raised, vdupq_n_s32(high));
}

static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    int16x8_t x = (int16x8_t)a, y = (int16x8_t)b;
    int32x4_t low = vmull_s16(vget_low_s16(x), vget_low_s16(y)), high = vmull_high_s16(x, y);
    return sums + (Sums)vpaddq_s32(low, high);
}

static inline void sums_squeeze(int16_t *to, Sums a) {
    vst1_s16(to, vmovn_s32((int32x4_t)a));
}

static inline void sums_total(const Sums sums[static 4], int32_t totals[static 4]) {
    int32x4_t first = vpaddq_s32((int32x4_t)sums[0], (int32x4_t)sums[1]);
    int32x4_t second = vpaddq_s32((int32x4_t)sums[2], (int32x4_t)sums[3]);
    vst1q_s32(totals, vpaddq_s32(first, second));
}

    #include "engine/net/kernel.inc"

const NetKernel net_kernel_neon = {"NEON", place_stone, hidden_layer, policy_weights,
                                   policy_logits};

#else

const NetKernel net_kernel_neon = {"NEON"};

#endif
