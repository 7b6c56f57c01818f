// WebAssembly SIMD kernel: 8 lanes.
#include "engine/net/kernel.h"

#include <string.h>

#if defined(__wasm_simd128__)
    #include <wasm_simd128.h>

    #define TARGET
enum { LANES = 8 };

typedef v128_t Lanes;
typedef v128_t Sums;

static inline Lanes lanes_load(const int16_t *from) {
    return wasm_v128_load(from);
}

static inline void lanes_store(int16_t *to, Lanes a) {
    wasm_v128_store(to, a);
}

static inline Lanes lanes_all(int16_t n) {
    return wasm_i16x8_splat(n);
}

static inline Lanes lanes_pair(const int16_t *pair) {
    return wasm_v128_load32_splat(pair);
}

static inline Lanes lanes_add(Lanes a, Lanes b) {
    return wasm_i16x8_add(a, b);
}

static inline Lanes lanes_sub(Lanes a, Lanes b) {
    return wasm_i16x8_sub(a, b);
}

static inline Lanes lanes_multiply(Lanes a, Lanes b) {
    return wasm_i16x8_mul(a, b);
}

// The high halves of the products are in every second lane.
static inline Lanes lanes_multiply_high(Lanes a, Lanes b) {
    return wasm_i16x8_shuffle(wasm_u32x4_extmul_low_u16x8(a, b), wasm_u32x4_extmul_high_u16x8(a, b),
                              1, 3, 5, 7, 9, 11, 13, 15);
}

static inline Lanes lanes_shift(Lanes a) {
    return wasm_i16x8_shr(a, 5);
}

static inline Lanes lanes_clamp(Lanes a) {
    return wasm_i16x8_min(wasm_i16x8_max(a, wasm_i16x8_splat(0)), wasm_i16x8_splat(255));
}

static inline Sums sums_load(const int32_t *from) {
    return wasm_v128_load(from);
}

static inline Sums sums_all(int32_t n) {
    return wasm_i32x4_splat(n);
}

static inline Sums sums_add(Sums a, Sums b) {
    return wasm_i32x4_add(a, b);
}

static inline Sums sums_multiply(Sums a, Sums b) {
    return wasm_i32x4_mul(a, b);
}

static inline Sums sums_shift(Sums a, int bits) {
    return wasm_i32x4_shr(a, (uint32_t)bits);
}

static inline Sums sums_clamp(Sums a, int32_t low, int32_t high) {
    return wasm_i32x4_min(wasm_i32x4_max(a, wasm_i32x4_splat(low)), wasm_i32x4_splat(high));
}

static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(a, b));
}

static inline void sums_squeeze(int16_t *to, Sums a) {
    wasm_v128_store64_lane(to, wasm_i16x8_narrow_i32x4(a, a), 0);
}

static inline void sums_total(const Sums sums[static 4], int32_t totals[static 4]) {
    for (int k = 0; k < 4; k++)
        totals[k] = wasm_i32x4_extract_lane(sums[k], 0) + wasm_i32x4_extract_lane(sums[k], 1) +
                    wasm_i32x4_extract_lane(sums[k], 2) + wasm_i32x4_extract_lane(sums[k], 3);
}

    #include "engine/net/kernel.inc"

const NetKernel net_kernel_wasm = {"WASM", place_stone, hidden_layer, policy_weights,
                                   policy_logits};

#else

const NetKernel net_kernel_wasm = {"WASM"};

#endif
