// WebAssembly SIMD kernel: 8 lanes.
#include "engine/net/kernel.h"

#include <string.h>

#if defined(__wasm_simd128__)
    #include <wasm_simd128.h>

    #define TARGET
    #define LANES 8
    #include "engine/net/lanes.inc"

// The high halves of the products are in every second lane.
static inline Lanes lanes_multiply_high(Lanes a, Lanes b) {
    return (Lanes)wasm_i16x8_shuffle(wasm_u32x4_extmul_low_u16x8((v128_t)a, (v128_t)b),
                                     wasm_u32x4_extmul_high_u16x8((v128_t)a, (v128_t)b), 1, 3, 5, 7,
                                     9, 11, 13, 15);
}

static inline Lanes lanes_clamp(Lanes a) {
    v128_t positive = wasm_i16x8_max((v128_t)a, wasm_i16x8_splat(0));
    return (Lanes)wasm_i16x8_min(positive, wasm_i16x8_splat(255));
}

static inline Sums sums_clamp(Sums a, int32_t low, int32_t high) {
    v128_t raised = wasm_i32x4_max((v128_t)a, wasm_i32x4_splat(low));
    return (Sums)wasm_i32x4_min(raised, wasm_i32x4_splat(high));
}

static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    return sums + (Sums)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
}

static inline void sums_squeeze(int16_t *to, Sums a) {
    wasm_v128_store64_lane(to, wasm_i16x8_narrow_i32x4((v128_t)a, (v128_t)a), 0);
}

static inline void sums_total(const Sums sums[static 4], int32_t totals[static 4]) {
    for (int k = 0; k < 4; k++)
        totals[k] = sums[k][0] + sums[k][1] + sums[k][2] + sums[k][3];
}

    #include "engine/net/kernel.inc"

const NetKernel net_kernel_wasm = {"WASM", place_stone, hidden_layer, policy_weights,
                                   policy_logits};

#else

const NetKernel net_kernel_wasm = {"WASM"};

#endif
