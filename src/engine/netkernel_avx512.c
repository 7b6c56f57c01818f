// Thirty-two lanes at once, and products summed in one instruction.
#include "engine/netkernel.h"

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

TARGET static inline Lanes lanes_zero(void) {
    return _mm512_setzero_si512();
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

TARGET static inline bool lanes_any(Lanes a) {
    return _mm512_test_epi16_mask(a, a) != 0;
}

TARGET static inline Sums sums_load(const int32_t *from) {
    return _mm512_loadu_si512(from);
}

TARGET static inline void sums_store(int32_t *to, Sums a) {
    _mm512_storeu_si512(to, a);
}

TARGET static inline Sums sums_zero(void) {
    return _mm512_setzero_si512();
}

TARGET static inline Sums sums_dot(Sums sums, Lanes a, Lanes b) {
    return _mm512_dpwssd_epi32(sums, a, b);
}

TARGET static inline int32_t sums_total(Sums sums) {
    return _mm512_reduce_add_epi32(sums);
}

    #include "engine/netkernel.inc"

const NetKernel netkernel_avx512 = {"AVX-512", place, hide, aim, judge};

#else

const NetKernel netkernel_avx512 = {"AVX-512"};

#endif
