// MistView: what a player of Gomoku in the Mist sees, the contents of the hole. MistHistory:
// everything one player was told, in order: the view at each of its turns, the hidden stones its
// tries hit, its own moves. A mist player gets this and nothing else, as text in a worker process.
//
// Deliberately separate from core/mist.h and without Board: code that talks to such a player
// includes only this header, so it cannot reveal more than the view.
#pragma once

#include "base/error.h"
#include "base/str.h"
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

// The point that a cell of the view shows; POINT_NONE off the board.
Point mist_view_point(const MistView *view, int cell);

enum { MIST_TURNS_MAX = (MIST_BOARD_SIZE * MIST_BOARD_SIZE + 1) / 2 };

typedef struct {
    MistView view;
    Point move; // the player's own; POINT_NONE: not made yet
} MistTurn;

typedef struct {
    int turn;
    Point point;
} MistHit;

typedef struct {
    Stone me;
    int turn_count, hit_count;
    MistTurn turns[MIST_TURNS_MAX];
    MistHit hits[MIST_TURNS_MAX]; // each on a different stone of the opponent
} MistHistory;

void mist_history_init(MistHistory *h, Stone me);

// The three events. False, and nothing changes, if an event is out of order or impossible: a view
// before the last move was made, a hit or a move without a view, a second stone on a point.
bool mist_history_add_view(MistHistory *h, const MistView *view);
bool mist_history_add_hit(MistHistory *h, Point p); // a try on a hidden stone of the opponent
bool mist_history_add_move(MistHistory *h, Point p);

// True if the player is to move: the last event is a view or a hit.
bool mist_history_is_my_turn(const MistHistory *h);

// The hits of the current turn.
int mist_history_hits_this_turn(const MistHistory *h);

// True if `shorter` is where `h` began: the same events, and `h` may have more.
bool mist_history_extends(const MistHistory *h, const MistHistory *shorter);

// "black|white VIEW HIT... MOVE VIEW HIT... MOVE ...": VIEW is CENTER:49 cells, one of ".#ox" each;
// HIT is ! and a point.
void mist_history_format(const MistHistory *h, Str *out);
bool mist_history_parse(const char *text, MistHistory *out, Error *err);
