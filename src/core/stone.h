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

// "black" or "white", as in files and protocols; "" for EMPTY.
static inline const char *stone_word(Stone color) {
    return color == BLACK ? "black" : color == WHITE ? "white" : "";
}
