// Warp primitives: the 32 lanes that work on one game, and their reductions.
//
// On the GPU each game has a warp: loops run from LANE in steps of WARP, and SYNC separates writes
// to scratch memory from reads by other lanes. Compiled for the CPU, the same source has warps of
// one lane, so every routine can be tested without a GPU.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __CUDACC__
    #include <cuda_runtime.h>
    #define DEV __device__ __forceinline__
    #define DEV_CALL static __device__ __noinline__ // too large to inline
    #define LANE ((int)(threadIdx.x & 31))
    #define WARP 32
    #define SYNC() __syncwarp()
    #define COUNT_BITS(x) __popc(x)
    #define LOWEST_BIT(x) (__ffs(x) - 1)
    #define FULL 0xffffffffu
DEV int warp_sum(int v) {
    for (int o = 16; o; o >>= 1)
        v += __shfl_xor_sync(FULL, v, o);
    return v;
}

DEV float warp_sum(float v) {
    for (int o = 16; o; o >>= 1)
        v += __shfl_xor_sync(FULL, v, o);
    return v;
}

DEV int warp_max(int v) {
    for (int o = 16; o; o >>= 1) {
        int u = __shfl_xor_sync(FULL, v, o);
        v = u > v ? u : v;
    }
    return v;
}

DEV float warp_max(float v) {
    for (int o = 16; o; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(FULL, v, o));
    return v;
}

DEV unsigned warp_or(unsigned v) {
    for (int o = 16; o; o >>= 1)
        v |= __shfl_xor_sync(FULL, v, o);
    return v;
}

DEV unsigned warp_ballot(int p) {
    return __ballot_sync(FULL, p);
}
    #define EXPF(x) __expf(x)
#else
    #define DEV static inline
    #define DEV_CALL static
    #define LANE 0
    #define WARP 1
    #define SYNC()
    #define COUNT_BITS(x) __builtin_popcount(x)
    #define LOWEST_BIT(x) __builtin_ctz(x)
DEV int warp_sum(int v) {
    return v;
}

DEV float warp_sum(float v) {
    return v;
}

DEV int warp_max(int v) {
    return v;
}

DEV float warp_max(float v) {
    return v;
}

DEV unsigned warp_or(unsigned v) {
    return v;
}

DEV unsigned warp_ballot(int p) {
    return p ? 1u : 0u;
}
    #define EXPF(x) expf(x)
#endif
// Given the best value of each lane and its index (-1: none), returns the index of the overall
// best, the lowest in a tie; larger than any index if all are -1.
DEV int warp_argmax(float value, int index) {
    float best = warp_max(value);
    return -warp_max(value == best && index >= 0 ? -index : -100000);
}
