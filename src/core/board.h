// Board: a gomoku position with stones, side to move and winner.
//
// Board is a plain value that owns no memory; copy it by assignment. Everything that needs history
// (undo, resignation, clocks) is in core/game.h.
#pragma once

#include "core/point.h"
#include "core/rules.h"

#include <stdbool.h>
#include <stdint.h>

// Whether a move is legal, and if not, why. Not an Error: each protocol has its own texts for
// these.
typedef enum {
    PLAY_OK,
    PLAY_OFF_BOARD,
    PLAY_OCCUPIED,
    PLAY_OVERLINE, // this and the next two: Black's forbidden moves (fouls) in renju
    PLAY_DOUBLE_FOUR,
    PLAY_DOUBLE_THREE,
    PLAY_GAME_OVER,
    PLAY_OPENING, // not allowed by the opening protocol now; this and the rest: only from a Game
    PLAY_NO_PASS,
    PLAY_TOO_LONG, // the history is full
} PlayResult;

typedef struct {
    const Rules *rules; // one of the static rows of core/rules.h
    int16_t size;
    int16_t stones;
    uint8_t turn;            // BLACK or WHITE
    uint8_t winner;          // the color that completed a winning line first; EMPTY if none
    uint8_t at[POINT_COUNT]; // a Stone per point; WALL outside the board
} Board;

void board_init(Board *b, const Rules *rules, int size);

// A view of the stones. A Point is an index into this grid.
static inline Grid board_grid(const Board *b) {
    return (Grid){.at = b->at, .size = b->size, .stride = POINT_STRIDE};
}

// True if `p` is a point of this board, empty or not.
static inline bool board_has(const Board *b, Point p) {
    return p >= 0 && p < POINT_COUNT && b->at[p] != WALL;
}

// Checks whether the side to move may play `p`.
PlayResult board_check(const Board *b, Point p);

// Plays for the side to move. Changes nothing unless it returns PLAY_OK.
PlayResult board_play(Board *b, Point p);

// Puts a stone of either color on an empty point, without checking turn, fouls or game end: for
// setup, GTP and game records. The other color is to move next. A completed winning line sets the
// winner unless there is one already.
void board_place(Board *b, Stone color, Point p);

// Undoes board_place or board_play exactly. `turn` and `winner` are the values from before it.
void board_remove(Board *b, Point p, Stone turn, Stone winner);

// Recomputes the winner from all stones, independent of their order: for positions that were set
// up, where an unfinished line may have counted as a win. If both colors have a winning line, the
// side not to move has won.
void board_recompute_winner(Board *b);

// True if the stone on `p` is part of a winning line.
bool board_wins_at(const Board *b, Point p);

// Writes the points of the first winning line of `color` to `line` (room for BOARD_MAX). Returns
// their number; 0 if there is none.
int board_winning_line(const Board *b, Stone color, Point *line);

bool board_is_full(const Board *b);

// True if board_check allows any point. False if the game is won.
bool board_has_legal_move(const Board *b);

// Writes the empty points row by row from the top left. Returns their number.
int board_empty_points(const Board *b, Point points[static BOARD_MAX * BOARD_MAX]);

// Threats: the points where `color`, if it were to move, makes five, or a four that two points
// complete, so that one stone cannot stop it. Row by row. Return the number of points.
int board_five_points(const Board *b, Stone color, Point points[static BOARD_MAX * BOARD_MAX]);
int board_four_points(const Board *b, Stone color, Point points[static BOARD_MAX * BOARD_MAX]);

bool play_result_is_foul(PlayResult r);
const char *play_result_foul(PlayResult r); // "double-four"; NULL if not a foul

// "the point is occupied", "forbidden to Black: a double four" ...
const char *play_result_text(PlayResult r);

// The length of the unbroken run of `color` through `p` along `step`, counting `p` itself even if
// it is empty.
int board_run_length(const Board *b, Stone color, Point p, int step);
