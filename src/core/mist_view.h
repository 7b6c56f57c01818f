// MistView: what a player of Gomoku in the Mist sees, the contents of the hole.
//
// Deliberately separate from core/mist.h and without Board: code that talks to such a player
// includes only this header, so it cannot reveal more than the view.
#pragma once

#include "core/point.h"

enum {
    MIST_BOARD_SIZE = 19,
    MIST_REACH = 3, // points visible on each side of the hole's center
    MIST_WIDTH = 2 * MIST_REACH + 1,
    MIST_CELLS = MIST_WIDTH * MIST_WIDTH,
    MIST_TRIES_PER_TURN = 20, // moves onto hidden stones, on the server and in matches
};

typedef struct {
    Point center;
    uint8_t cells[MIST_CELLS]; // Stones row by row from the top; WALL off the board
} MistView;
