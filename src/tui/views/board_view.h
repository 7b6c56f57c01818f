// Board view: draws stones, grid, labels and marks into a Screen.
#pragma once

#include "core/board.h"
#include "core/notation.h"
#include "tui/screen/layout.h"

typedef enum {
    STONES_COLORED, // one glyph in two colors
    STONES_SHAPED,  // two glyphs, for terminals without colors
    STONES_ASCII,   // X and O; everything else is ASCII too
} StoneStyle;

typedef enum {
    MARK_NONE,
    MARK_FOUL, // forbidden to Black
    MARK_HINT,
    MARK_BLACK_FIVE, // a stone there wins at once
    MARK_WHITE_FIVE,
    MARK_BLACK_FOUR, // a stone there makes an unstoppable four
    MARK_WHITE_FOUR,
    MARK_COUNT,
} Mark;

// Zeroed: no marks and no cursor.
typedef struct {
    Board board;
    Notation notation; // of the labels
    StoneStyle stones;
    Point cursor, last;
    bool hidden[POINT_COUNT];      // by the mist
    bool winning[POINT_COUNT];     // in the winning line
    uint8_t marks[POINT_COUNT];    // a Mark each
    uint8_t win_rate[POINT_COUNT]; // of a move there: 1 + percent; 0: not known
    uint8_t rank[POINT_COUNT];     // 1 for the best move, 2 for the next ...; 0: not ranked
} BoardView;

void board_view_draw(const BoardView *v, const Layout *l, Screen *s);

// The stone as a character in running text.
const char *stone_glyph(StoneStyle stones, Stone color);
