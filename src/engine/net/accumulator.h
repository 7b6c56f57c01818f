// What a net makes of a position, kept up to date move by move.
//
// Moves are only noted; what they change is computed when somebody asks. What a stone changes is
// saved before, so taking it back is a matter of copying. Everything is allocated in the beginning.
#pragma once

#include "core/board.h"
#include "engine/net/net.h"

typedef struct Accumulator Accumulator;

// How the arithmetic is done. All give the same numbers.
typedef enum {
    NET_BACKEND_BEST, // the fastest that works here
    NET_BACKEND_SCALAR,
    NET_BACKEND_WASM,
    NET_BACKEND_AVX2,
    NET_BACKEND_AVX512,
    NET_BACKEND_COUNT,
} NetBackend;

const char *net_backend_name(NetBackend way);
bool net_backend_is_supported(NetBackend way); // on this machine

// For boards of one size. `net` must outlive it.
Accumulator *accumulator_new(const Net *net, int size, NetBackend way);
void accumulator_free(Accumulator *s);

// How many it takes.
size_t accumulator_bytes(const Net *net, int size);

// Starts from the stones of `b`, which has that size.
void accumulator_refresh(Accumulator *s, const Board *b);

// A stone on an empty point, and back. Cheap: nothing is computed yet.
void accumulator_push(Accumulator *s, Point p, Stone color);
void accumulator_pop(Accumulator *s);

// Computes what was noted; the questions below do by themselves.
void accumulator_update(Accumulator *s);

// For the side to move: how good the position is, in the search's units, of which NET_LOGIT_SCALE
// are one logistic unit of winning (a draw is half a win). Never near ENGINE_CERTAIN.
int accumulator_value(Accumulator *s, Stone to_move);

// How likely points are the best move: NET_POLICY_SCALE are one logistic unit, and only differences
// mean something.
enum { NET_POLICY_SCALE = 128 };
void accumulator_policy(Accumulator *s, Stone to_move, const Point *points, int count,
                        int16_t *scores);

// The same as docs/net.md has them.
void accumulator_wdl(Accumulator *s, Stone to_move, int32_t wdl[static 3]);
void accumulator_logits(Accumulator *s, Stone to_move, const Point *points, int count,
                        int32_t *logits);
