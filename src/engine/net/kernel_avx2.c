// AVX2 kernel: 16 lanes.
#include "engine/net/kernel.h"

#include <string.h>

#if defined(__x86_64__)
    #include <immintrin.h>

    #define TARGET __attribute__((target("avx2")))
enum { LANES = 16 };

typedef __m256i Lanes;
typedef __m256i Sums;

TARGET static inline Lanes lanes_load(const int16_t *from) {
    return _mm256_loadu_si256((const void *)from);
}

TARGET static inline void lanes_store(int16_t *to, Lanes a) {
    _mm256_storeu_si256((void *)to, a);
}

TARGET static inline Lanes lanes_all(int16_t n) {
    return _mm256_set1_epi16(n);
}

TARGET static inline Lanes lanes_pair(const int16_t *pair) {
    int32_t both;
    memcpy(&both, pair, sizeof both);
    return _mm256_set1_epi32(both);
}

TARGET static inline Lanes lanes_add(Lanes a, Lanes b) {
    return _mm256_add_epi16(a, b);
}

TARGET static inline Lanes lanes_sub(Lanes a, Lanes b) {
    return _mm256_sub_epi16(a, b);
}

TARGET static inline Lanes lanes_multiply(Lanes a, Lanes b) {
    return _mm256_mullo_epi16(a, b);
}

TARGET static inline Lanes lanes_multiply_high(Lanes a, Lanes b) {
    return _mm256_mulhi_epu16(a, b);
}

TARGET static inline Lanes lanes_shift(Lanes a) {
    return _mm256_srai_epi16(a, 5);
}

TARGET static inline Lanes lanes_clamp(Lanes a) {
    return _mm256_min_epi16(_mm256_max_epi16(a, _mm256_setzero_si256()), _mm256_set1_epi16(255));
}

TARGET static inline Sums sums_load(const int32_t *from) {
    return _mm256_loadu_si256((const void *)from);
}

TARGET static inline Sums sums_all(int32_t n) {
    return _mm256_set1_epi32(n);
}

TARGET static inline Sums sums_add(Sums a, Sums b) {
    return _mm256_add_epi32(a, b);
}

TARGET static inline Sums sums_multiply(Sums a, Sums b) {
    return _mm256_mullo_epi32(a, b);
}

TARGET static inline Sums sums_shift(Sums a, int bits) {
    return _mm256_sra_epi32(a, _mm_cvtsi32_si128(bits));
}

TARGET static inline Sums sums_clamp(Sums a, int32_t low, int32_t high) {
    return _mm256_min_epi32(_mm256_max_epi32(a, _mm256_set1_epi32(low)), _mm256_set1_epi32(high));
}

TARGET static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(a, b));
}

TARGET static inline void sums_squeeze(int16_t *to, Sums a) {
    __m128i packed = _mm_packs_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    _mm_storeu_si128((void *)to, packed);
}

TARGET static inline void sums_total(const Sums sums[static 4], int32_t totals[static 4]) {
    __m256i pairs =
        _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
    _mm_storeu_si128((void *)totals, _mm_add_epi32(_mm256_castsi256_si128(pairs),
                                                   _mm256_extracti128_si256(pairs, 1)));
}

    #include "engine/net/kernel.inc"

const NetKernel net_kernel_avx2 = {"AVX2", place_stone, hidden_layer, policy_weights,
                                   policy_logits};

#else

const NetKernel net_kernel_avx2 = {"AVX2"};

#endif
