// GameView: what one viewer may know of a game, with everything hidden redacted. A plain value.
//
// Everything the server sends about a game is made from a GameView, and this header does not
// include the game or its board, so the code that talks to clients cannot leak more. In the mist
// (hidden information) a view depends only on what the viewer may know.
#pragma once

#include "core/mist_view.h"
#include "core/move_text.h"
#include "games/timestamp.h"
#include "store/game_store.h"

#include <stdbool.h>

typedef struct {
    bool exists, runs;
    int64_t main_ms, period_ms, move_ms; // left; move_ms -1: no limit per move
    int periods;
} ClockView;

typedef struct {
    UserId user; // 0: free
    char name[NAME_SIZE];
    UserKind kind;
    int level;
    double rating;
    bool provisional;
    bool black; // plays Black now
    ClockView clock;
} SeatView;

typedef struct {
    char point[MOVE_TEXT_SIZE];
    const char *reason; // "double-three"
} FoulView;

enum {
    GAME_VIEW_POINTS_MAX = BOARD_MAX * BOARD_MAX,
    GAME_VIEW_MOVES_MAX = GAME_VIEW_POINTS_MAX + 8, // and the choices of an opening
    GAME_VIEW_TEXT_SIZE = 80,
    GAME_VIEW_TRIES_MAX = 256,
};

typedef struct {
    GameRow row; // public even in the mist, except the key, which is private to the owner
    char owner[NAME_SIZE];
    int you; // the viewer's seat, or -1
    SeatView seats[2];

    int turn; // a seat, or -1
    bool turn_is_black, asks_choice;
    bool may_stay, may_swap, may_more;
    int stones; // still to be placed in this step of the opening

    int move_count;
    MoveText moves[GAME_VIEW_MOVES_MAX]; // "": hidden from the viewer
    int foul_count;
    FoulView fouls[GAME_VIEW_POINTS_MAX];
    int five_count;
    MoveText five[BOARD_MAX];
    bool has_view;
    MistView view;
    MoveText view_centre;
    char result_text[GAME_VIEW_TEXT_SIZE]; // "": not over
    bool declined;                         // the invited user declined the game
    int try_count;                         // in the mist, once the game is over
    TryRow tries[GAME_VIEW_TRIES_MAX];
} GameView;
