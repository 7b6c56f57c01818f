// A board drawn into a screen: stones, lines, labels, and whatever is to be marked on it.
#pragma once

#include "core/board.h"
#include "core/notation.h"
#include "tui/screen/layout.h"

typedef enum {
    STONES_COLORED, // one sign in two colours
    STONES_SHAPED,  // two signs
    STONES_ASCII,   // X and O, and no other sign either
} StoneStyle;

typedef enum {
    MARK_NONE,
    MARK_FOUL,       // forbidden to Black
    MARK_HINT,       // what the adviser would do
    MARK_BLACK_FIVE, // a stone there wins at once
    MARK_WHITE_FIVE,
    MARK_BLACK_FOUR, // a stone there makes four that cannot be stopped
    MARK_WHITE_FOUR,
    MARK_COUNT,
} Mark;

// All zero is a board with nothing special, and no cursor.
typedef struct {
    Board board;
    Notation notation; // of the labels
    StoneStyle stones;
    Point cursor, last;
    bool hidden[POINT_COUNT];    // by the mist
    bool winning[POINT_COUNT];   // in the winning line
    uint8_t marks[POINT_COUNT];  // a Mark each
    uint8_t chance[POINT_COUNT]; // 1 + the percentage by which a move there wins; 0: not known
    uint8_t rank[POINT_COUNT];   // 1 for the best move, 2 for the next ...; 0: not among them
} BoardView;

void board_view_draw(const BoardView *v, const Layout *l, Screen *s);

// The sign of a stone in running text.
const char *stone_glyph(StoneStyle stones, Stone color);
