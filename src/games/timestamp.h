// The two times of the server, and the address of a move. Plain values.
#pragma once

#include <stdint.h>

typedef struct {
    int64_t server_ms; // the server's own time, which stands while it is away: game clocks use it
    int64_t wall_ms;   // since 1970
} Timestamp;

// The next move of a game is the ply-th, after `line` takebacks.
typedef struct {
    int ply, line;
} MoveId;
