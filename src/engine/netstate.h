// What a net makes of a position, kept up to date move by move.
//
// Moves are only noted; what they change is computed when somebody asks. What a stone changes is
// saved before, so taking it back is a matter of copying. Everything is allocated in the beginning.
#pragma once

#include "core/board.h"
#include "engine/net.h"

typedef struct NetState NetState;

// How the arithmetic is done. All give the same numbers.
typedef enum {
    NET_BEST, // the fastest that works here
    NET_SCALAR,
    NET_WASM,
    NET_AVX2,
    NET_AVX512,
    NET_WAYS,
} NetWay;

const char *netway_name(NetWay way);
bool netway_works(NetWay way); // on this machine

// For boards of one size. `net` must outlive it.
NetState *netstate_new(const Net *net, int size, NetWay way);
void netstate_free(NetState *s);

// How many it takes.
size_t netstate_bytes(const Net *net, int size);

// Starts from the stones of `b`, which has that size.
void netstate_set(NetState *s, const Board *b);

// A stone on an empty point, and back. Cheap: nothing is computed yet.
void netstate_make(NetState *s, Point p, Stone color);
void netstate_undo(NetState *s);

// Computes what was noted; the questions below do by themselves.
void netstate_catch_up(NetState *s);

// For the side to move: how good the position is, in the search's units, of which NET_UNITS are one
// logistic unit of winning (a draw is half a win). Never near ENGINE_CERTAIN.
int netstate_value(NetState *s, Stone to_move);

// How likely points are the best move: NET_POLICY_UNITS are one logistic unit, and only differences
// mean something.
enum { NET_POLICY_UNITS = 128 };
void netstate_policy(NetState *s, Stone to_move, const Point *points, int count, int16_t *scores);

// The same as docs/net.md has them.
void netstate_wdl(NetState *s, Stone to_move, int32_t wdl[static 3]);
void netstate_logits(NetState *s, Stone to_move, const Point *points, int count, int32_t *logits);
