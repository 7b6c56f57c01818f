// AVX-512 kernel with VNNI: 32 lanes, multiply-accumulate in one instruction.
#include "engine/net/kernel.h"

#include <string.h>

#if defined(__x86_64__)
    #include <immintrin.h>

    #define TARGET __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))
    #define LANES 32
    #include "engine/net/lanes.inc"

TARGET static inline Lanes lanes_multiply_high(Lanes a, Lanes b) {
    return (Lanes)_mm512_mulhi_epu16((__m512i)a, (__m512i)b);
}

TARGET static inline Lanes lanes_clamp(Lanes a) {
    __m512i positive = _mm512_max_epi16((__m512i)a, _mm512_setzero_si512());
    return (Lanes)_mm512_min_epi16(positive, _mm512_set1_epi16(255));
}

TARGET static inline Sums sums_clamp(Sums a, int32_t low, int32_t high) {
    __m512i raised = _mm512_max_epi32((__m512i)a, _mm512_set1_epi32(low));
    return (Sums)_mm512_min_epi32(raised, _mm512_set1_epi32(high));
}

TARGET static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    return (Sums)_mm512_dpwssd_epi32((__m512i)sums, (__m512i)a, (__m512i)b);
}

TARGET static inline void sums_squeeze(int16_t *to, Sums a) {
    _mm256_storeu_si256((void *)to, _mm512_cvtepi32_epi16((__m512i)a));
}

TARGET static inline void sums_total(const Sums sums[static 4], int32_t totals[static 4]) {
    __m256i halves[4];
    for (int i = 0; i < 4; i++)
        halves[i] = _mm256_add_epi32(_mm512_castsi512_si256((__m512i)sums[i]),
                                     _mm512_extracti64x4_epi64((__m512i)sums[i], 1));
    __m256i pairs = _mm256_hadd_epi32(_mm256_hadd_epi32(halves[0], halves[1]),
                                      _mm256_hadd_epi32(halves[2], halves[3]));
    _mm_storeu_si128((void *)totals, _mm_add_epi32(_mm256_castsi256_si128(pairs),
                                                   _mm256_extracti128_si256(pairs, 1)));
}

    #include "engine/net/kernel.inc"

const NetKernel net_kernel_avx512 = {"AVX-512", place_stone, hidden_layer, policy_weights,
                                     policy_logits};

#else

const NetKernel net_kernel_avx512 = {"AVX-512"};

#endif
