// Timestamp: the current time on the server's clock and on the wall clock; and MoveId, which names
// a move of a game. Plain values.
#pragma once

#include <stdint.h>

typedef struct {
    int64_t server_ms; // the server's own clock, for game clocks: it stops while the server is down
    int64_t wall_ms;   // since 1970
} Timestamp;

// The move at `ply`, after `line` takebacks. Requests carry it for optimistic concurrency: a move
// meant for another state of the game is stale.
typedef struct {
    int ply, line;
} MoveId;
