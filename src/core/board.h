// A gomoku position: the stones, the side to move, and whether the game is won.
//
// Board is a plain value. It owns no memory: assign it to copy it, forget it to free it. What needs
// history (undo, resignation, clocks) lives one level up, in core/game.h.
#pragma once

#include "core/grid.h"
#include "core/point.h"
#include "core/rules.h"
#include "core/stone.h"

#include <stdbool.h>
#include <stdint.h>

// What the rules answer to a move. Not an Error: each protocol has its own words for these.
typedef enum {
    PLAY_OK,
    PLAY_OFF_BOARD,
    PLAY_OCCUPIED,
    PLAY_OVERLINE, // this and the next two: Black's fouls in renju
    PLAY_DOUBLE_FOUR,
    PLAY_DOUBLE_THREE,
    PLAY_GAME_OVER,
    PLAY_OPENING, // the rest only from a Game: the opening protocol asks for something else
    PLAY_NO_PASS,
    PLAY_TOO_LONG, // the history is full
} PlayResult;

typedef struct {
    const Rules *rules; // one of the rows in core/rules.h, which last for ever
    int16_t size;
    int16_t stones;
    uint8_t turn;            // BLACK or WHITE
    uint8_t winner;          // the colour that completed a line first; EMPTY while none has
    uint8_t at[POINT_COUNT]; // a Stone per point, WALL outside the board
} Board;

void board_init(Board *b, const Rules *rules, int size);

// The stones alone. A Point is an index of this grid.
static inline Grid board_grid(const Board *b) {
    return (Grid){.at = b->at, .size = b->size, .stride = POINT_STRIDE};
}

// Is it a point of this board, whatever stands on it?
static inline bool board_has(const Board *b, Point p) {
    return p >= 0 && p < POINT_COUNT && b->at[p] != WALL;
}

// May the side to move play there? Says why not.
PlayResult board_check(const Board *b, Point p);

// Plays for the side to move. Anything but PLAY_OK leaves the board as it was.
PlayResult board_play(Board *b, Point p);

// Puts a stone of either colour on an empty point whatever the turn, the fouls and the end of the
// game say: for setup, for GTP, for records. The other colour is to move next, and a line that is
// completed wins unless one was completed before.
void board_place(Board *b, Stone color, Point p);

// Takes back what board_place or board_play did, every byte of it. `turn` and `winner` are what
// they were before.
void board_remove(Board *b, Point p, Stone turn, Stone winner);

// Decides anew who has won, by all the stones that are there and not by the order they came in: for
// positions that were set up, where a line may have been a winning one while it was half there. If
// both colours have one, the side that is not to move has won.
void board_recompute_winner(Board *b);

// Does the stone on `p` stand in a line that wins by the rules?
bool board_wins_at(const Board *b, Point p);

// The first winning line found of `color`, its points in order to `line` (room for BOARD_MAX).
// Returns how many, 0 if there is none.
int board_winning_line(const Board *b, Stone color, Point *line);

bool board_is_full(const Board *b);

// The same as board_check, for each empty point in turn. False also if the game is won.
bool board_has_legal_move(const Board *b);

// Writes the empty points from the top left, row by row, and returns how many.
int board_empty_points(const Board *b, Point points[static BOARD_MAX * BOARD_MAX]);

bool play_result_is_foul(PlayResult r);
const char *play_result_foul(PlayResult r); // "double-four"; NULL if it is none

// "the point is occupied", "Black may not make a double four there" ...
const char *play_result_text(PlayResult r);

// The length of the unbroken line of `color` through `p` along `step`, counting `p` whatever is
// on it.
int board_run_length(const Board *b, Stone color, Point p, int step);
