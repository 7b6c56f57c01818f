// Stone: what can be on a point of the board.
#pragma once

#include <stdint.h>

typedef enum { EMPTY, BLACK, WHITE, WALL } Stone;

static inline Stone stone_other(Stone color) {
    return (Stone)(BLACK + WHITE - color);
}

// "Black" or "White".
static inline const char *stone_name(Stone color) {
    return color == BLACK ? "Black" : "White";
}
