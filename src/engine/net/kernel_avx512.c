// AVX-512 kernel with VNNI: 32 lanes, multiply-accumulate in one instruction.
#include "engine/net/kernel.h"

#include <string.h>

#if defined(__x86_64__)
    #include <immintrin.h>

    #define TARGET __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))
enum { LANES = 32 };

typedef __m512i Lanes;
typedef __m512i Sums;

TARGET static inline Lanes lanes_load(const int16_t *from) {
    return _mm512_loadu_si512(from);
}

TARGET static inline void lanes_store(int16_t *to, Lanes a) {
    _mm512_storeu_si512(to, a);
}

TARGET static inline Lanes lanes_all(int16_t n) {
    return _mm512_set1_epi16(n);
}

TARGET static inline Lanes lanes_pair(const int16_t *pair) {
    int32_t both;
    memcpy(&both, pair, sizeof both);
    return _mm512_set1_epi32(both);
}

TARGET static inline Lanes lanes_add(Lanes a, Lanes b) {
    return _mm512_add_epi16(a, b);
}

TARGET static inline Lanes lanes_sub(Lanes a, Lanes b) {
    return _mm512_sub_epi16(a, b);
}

TARGET static inline Lanes lanes_multiply(Lanes a, Lanes b) {
    return _mm512_mullo_epi16(a, b);
}

TARGET static inline Lanes lanes_multiply_high(Lanes a, Lanes b) {
    return _mm512_mulhi_epu16(a, b);
}

TARGET static inline Lanes lanes_shift(Lanes a) {
    return _mm512_srai_epi16(a, 5);
}

TARGET static inline Lanes lanes_clamp(Lanes a) {
    return _mm512_min_epi16(_mm512_max_epi16(a, _mm512_setzero_si512()), _mm512_set1_epi16(255));
}

TARGET static inline Sums sums_load(const int32_t *from) {
    return _mm512_loadu_si512(from);
}

TARGET static inline Sums sums_all(int32_t n) {
    return _mm512_set1_epi32(n);
}

TARGET static inline Sums sums_add(Sums a, Sums b) {
    return _mm512_add_epi32(a, b);
}

TARGET static inline Sums sums_multiply(Sums a, Sums b) {
    return _mm512_mullo_epi32(a, b);
}

TARGET static inline Sums sums_shift(Sums a, int bits) {
    return _mm512_sra_epi32(a, _mm_cvtsi32_si128(bits));
}

TARGET static inline Sums sums_clamp(Sums a, int32_t low, int32_t high) {
    return _mm512_min_epi32(_mm512_max_epi32(a, _mm512_set1_epi32(low)), _mm512_set1_epi32(high));
}

TARGET static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    return _mm512_dpwssd_epi32(sums, a, b);
}

TARGET static inline void sums_squeeze(int16_t *to, Sums a) {
    _mm256_storeu_si256((void *)to, _mm512_cvtepi32_epi16(a));
}

TARGET static inline void sums_total(const Sums sums[static 4], int32_t totals[static 4]) {
    __m256i halves[4];
    for (int i = 0; i < 4; i++)
        halves[i] = _mm256_add_epi32(_mm512_castsi512_si256(sums[i]),
                                     _mm512_extracti64x4_epi64(sums[i], 1));
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
