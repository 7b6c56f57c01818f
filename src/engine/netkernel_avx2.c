// Sixteen lanes at once.
#include "engine/netkernel.h"

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

TARGET static inline Lanes lanes_zero(void) {
    return _mm256_setzero_si256();
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

TARGET static inline bool lanes_any(Lanes a) {
    return !_mm256_testz_si256(a, a);
}

TARGET static inline Sums sums_load(const int32_t *from) {
    return _mm256_loadu_si256((const void *)from);
}

TARGET static inline void sums_store(int32_t *to, Sums a) {
    _mm256_storeu_si256((void *)to, a);
}

TARGET static inline Sums sums_zero(void) {
    return _mm256_setzero_si256();
}

TARGET static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(a, b));
}

TARGET static inline int32_t sums_total(Sums sums) {
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
}

    #include "engine/netkernel.inc"

const NetKernel netkernel_avx2 = {"AVX2", place, hide, aim, judge};

#else

const NetKernel netkernel_avx2 = {"AVX2"};

#endif
