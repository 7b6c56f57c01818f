// What a player of Gomoku in the Mist sees: the hole, and nothing else.
//
// This header knows no board. Whoever talks to such a player includes it and not core/mist.h, and
// so cannot say more than a view says.
#pragma once

#include "core/point.h"
#include "core/stone.h"

enum {
    MIST_BOARD_SIZE = 19,
    MIST_REACH = 3, // points seen to each side of the hole's centre
    MIST_WIDTH = 2 * MIST_REACH + 1,
    MIST_CELLS = MIST_WIDTH * MIST_WIDTH,
};

typedef struct {
    Point centre;
    uint8_t cells[MIST_CELLS]; // Stones by rows from the top; WALL off the board
} MistView;
