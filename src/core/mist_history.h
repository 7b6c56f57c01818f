// MistHistory: everything one player of Gomoku in the Mist was told, in order: the view at each of
// its turns, the hidden stones its tries hit, its own moves. A mist player gets this and nothing
// else, as text in a worker process. Has no Board, like core/mist_view.h.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/mist_view.h"

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
    MistHit hits[MIST_TURNS_MAX]; // each on another opposing stone
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
