// NNUE accumulator: the net's feature sums for a position, updated incrementally move by move.
//
// Updates are lazy: a move is only recorded, and its update computed when an output is requested.
// Pop restores the sums that push saved. All memory is allocated at the start.
#pragma once

#include "core/board.h"
#include "engine/net/net.h"

typedef struct Accumulator Accumulator;

// Instruction set of the SIMD kernels. All give the same results, bit for bit.
typedef enum {
    NET_BACKEND_BEST, // the fastest supported one
    NET_BACKEND_SCALAR,
    NET_BACKEND_WASM,
    NET_BACKEND_NEON,
    NET_BACKEND_AVX2,
    NET_BACKEND_AVX512,
    NET_BACKEND_COUNT,
} NetBackend;

const char *net_backend_name(NetBackend backend);
bool net_backend_is_supported(NetBackend backend); // on this machine

// For boards of one size. `net` must outlive it.
Accumulator *accumulator_new(const Net *net, int size, NetBackend backend);
void accumulator_free(Accumulator *s);

// Bytes of one accumulator.
size_t accumulator_bytes(const Net *net, int size);

// Full refresh from the stones of `b`, which must have the size given to accumulator_new.
void accumulator_refresh(Accumulator *s, const Board *b);

// Adds a stone on an empty point, and removes the last one. Cheap: nothing is computed yet.
void accumulator_push(Accumulator *s, Point p, Stone color);
void accumulator_pop(Accumulator *s);

// Computes the recorded moves. The functions below call it themselves.
void accumulator_update(Accumulator *s);

// Value head: evaluation for the side to move, in the search's units: NET_LOGIT_SCALE per logit of
// the win probability (a draw is half a win). Never close to ENGINE_CERTAIN.
int accumulator_value(Accumulator *s, Stone to_move);

// Policy head: how likely each point is the best move, NET_POLICY_SCALE per logit. Only differences
// are meaningful.
enum { NET_POLICY_SCALE = 128 };
void accumulator_policy(Accumulator *s, Stone to_move, const Point *points, int count,
                        int16_t *scores);

// Value and policy before scaling (docs/develop/net.md).
void accumulator_wdl(Accumulator *s, Stone to_move, int32_t wdl[static 3]);
void accumulator_logits(Accumulator *s, Stone to_move, const Point *points, int count,
                        int32_t *logits);
