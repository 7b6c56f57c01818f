// AVX2 kernel: 16 lanes.
#include "engine/net/kernel.h"

#include <string.h>

#if defined(__x86_64__)
    #include <immintrin.h>

    #define TARGET __attribute__((target("avx2")))
    #define LANES 16
    #include "engine/net/lanes.inc"

TARGET static inline Lanes lanes_multiply_high(Lanes a, Lanes b) {
    return (Lanes)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
}

TARGET static inline Lanes lanes_clamp(Lanes a) {
    __m256i positive = _mm256_max_epi16((__m256i)a, _mm256_setzero_si256());
    return (Lanes)_mm256_min_epi16(positive, _mm256_set1_epi16(255));
}

TARGET static inline Sums sums_clamp(Sums a, int32_t low, int32_t high) {
    __m256i raised = _mm256_max_epi32((__m256i)a, _mm256_set1_epi32(low));
    return (Sums)_mm256_min_epi32(raised, _mm256_set1_epi32(high));
}

TARGET static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    return sums + (Sums)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

TARGET static inline __m128i low_half(__m256i a) {
    return _mm256_castsi256_si128(a);
}

TARGET static inline __m128i high_half(__m256i a) {
    return _mm256_extracti128_si256(a, 1);
}

TARGET static inline void sums_squeeze(int16_t *to, Sums a) {
    _mm_storeu_si128((void *)to, _mm_packs_epi32(low_half((__m256i)a), high_half((__m256i)a)));
}

TARGET static inline void sums_total(const Sums sums[static 4], int32_t totals[static 4]) {
    __m256i pairs = _mm256_hadd_epi32(_mm256_hadd_epi32((__m256i)sums[0], (__m256i)sums[1]),
                                      _mm256_hadd_epi32((__m256i)sums[2], (__m256i)sums[3]));
    _mm_storeu_si128((void *)totals, _mm_add_epi32(low_half(pairs), high_half(pairs)));
}

    #include "engine/net/kernel.inc"

const NetKernel net_kernel_avx2 = {"AVX2", place_stone, hidden_layer, policy_weights,
                                   policy_logits};

#else

const NetKernel net_kernel_avx2 = {"AVX2"};

#endif
