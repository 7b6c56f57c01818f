// The kernels as C functions for ctypes: each runs one routine for every game of a batch and returns
// 0 or a CUDA error. Called by training/kernels.py and training/search.py.
#include "game.cuh"
#include "planes.cuh"
#include "tree.cuh"

// A kernel runs `call` with b from 0 to B - 1: in parallel on the GPU, in a loop on the CPU.
#ifdef __CUDACC__
    #define WARPS 4 // per block
    #define KERNEL(name, params, call)                                                             \
        __global__ void __launch_bounds__(WARP *WARPS) name##_kernel params {                      \
            __shared__ Scratch scratch[WARPS];                                                     \
            int b = blockIdx.x * WARPS + threadIdx.x / WARP;                                       \
            if (b >= B)                                                                            \
                return;                                                                            \
            Scratch &s = scratch[threadIdx.x / WARP];                                              \
            (void)s;                                                                               \
            call;                                                                                  \
        }
    #define LAUNCH(name, games, args)                                                              \
        name##_kernel<<<((games) + WARPS - 1) / WARPS, WARP * WARPS, 0, (cudaStream_t)stream>>>    \
            args;                                                                                  \
        return (int)cudaGetLastError();
#else
    #define KERNEL(name, params, call)                                                             \
        static void name##_kernel params {                                                         \
            Scratch s = {};                                                                        \
            for (int b = 0; b < B; b++)                                                            \
                call;                                                                              \
            (void)s;                                                                               \
        }
    #define LAUNCH(name, games, args)                                                              \
        (void)stream;                                                                              \
        name##_kernel args;                                                                        \
        return 0;
#endif

// clang-format off
KERNEL(begin, (Tree t, int B), game_begin(s, t, b))
KERNEL(select, (Tree t, int B), game_select(s, t, b))
KERNEL(backup, (Tree t, int B), game_backup(s, t, b))
KERNEL(finish, (Tree t, int B), game_finish(t, b))
KERNEL(play, (Line *lines, int8_t *to_move, const int32_t *move, int8_t *status, int B),
       game_play(s, lines, to_move, move, status, b))
KERNEL(opening, (Line *lines, int8_t *to_move, const int32_t *moves, const int32_t *stones, int stride, int8_t *status, int B),
       game_opening(s, lines, to_move, moves, stones, stride, status, b))
KERNEL(label, (const int8_t *done, const int8_t *winner, const int32_t *start, int now, int ring, const int8_t *side, int8_t *result, int B),
       game_label(done, winner, start, now, ring, B, side, result, b))
KERNEL(features, (Transformed boards, const int8_t *to_move, uint16_t *planes, uint8_t *codes, int B),
       game_features(s, boards, to_move, planes, codes, b))
KERNEL(line_numbers, (Transformed boards, const int8_t *to_move, int reach, int32_t *numbers, uint8_t *candidates, int B),
       game_line_numbers(s, boards, to_move, reach, numbers, candidates, b))
KERNEL(solve_vcf, (const Line *lines, const int8_t *to_move, int budget, int32_t *first, int B),
       game_solve_vcf(s, lines, to_move, budget, first, b))

#define EXPORT extern "C" int
EXPORT pentad_begin(const Tree *t, void *stream) { LAUNCH(begin, t->games, (*t, t->games)) }
EXPORT pentad_select(const Tree *t, void *stream) { LAUNCH(select, t->games, (*t, t->games)) }
EXPORT pentad_backup(const Tree *t, void *stream) { LAUNCH(backup, t->games, (*t, t->games)) }
EXPORT pentad_finish(const Tree *t, void *stream) { LAUNCH(finish, t->games, (*t, t->games)) }

EXPORT pentad_play(Line *lines, int8_t *to_move, const int32_t *move, int8_t *status, int games, void *stream) {
    LAUNCH(play, games, (lines, to_move, move, status, games))
}
EXPORT pentad_opening(Line *lines, int8_t *to_move, const int32_t *moves, const int32_t *stones, int stride, int8_t *status,
                      int games, void *stream) {
    LAUNCH(opening, games, (lines, to_move, moves, stones, stride, status, games))
}
EXPORT pentad_label(const int8_t *done, const int8_t *winner, const int32_t *start, int now, int ring, const int8_t *side,
                    int8_t *result, int games, void *stream) {
    LAUNCH(label, games, (done, winner, start, now, ring, side, result, games))
}
EXPORT pentad_features(const Line *rows, int stride, const int32_t *symmetry, const int32_t *sources, const int8_t *to_move,
                       uint16_t *planes, uint8_t *codes, int games, void *stream) {
    LAUNCH(features, games, (Transformed{rows, stride, symmetry, sources}, to_move, planes, codes, games))
}
EXPORT pentad_line_numbers(const Line *rows, int stride, const int32_t *symmetry, const int32_t *sources, const int8_t *to_move,
                           int reach, int32_t *numbers, uint8_t *candidates, int games, void *stream) {
    LAUNCH(line_numbers, games, (Transformed{rows, stride, symmetry, sources}, to_move, reach, numbers, candidates, games))
}
EXPORT pentad_solve_vcf(const Line *lines, const int8_t *to_move, int budget, int32_t *first, int games, void *stream) {
    LAUNCH(solve_vcf, games, (lines, to_move, budget, first, games))
}
