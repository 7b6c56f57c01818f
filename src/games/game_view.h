// What one viewer may know of a game, as a plain value.
//
// Everything that leaves the server about a game is made from a Sight, and this header knows
// neither the game nor its board: whoever talks to clients cannot say more. In the mist it is a
// function of what the viewer may know, and of nothing else.
#pragma once

#include "core/mist_view.h"
#include "core/move_text.h"
#include "games/timestamp.h"
#include "store/game_store.h"

#include <stdbool.h>

typedef struct {
    bool exists, runs;
    int64_t main_ms, period_ms, move_ms; // left; move_ms -1: moves have no limit of their own
    int periods;
} ClockView;

typedef struct {
    UserId user; // 0: nobody sits there
    char name[NAME_SIZE];
    UserKind kind;
    int level;
    double rating;
    bool provisional;
    bool black; // has that colour now
    ClockView clock;
} SeatView;

typedef struct {
    char point[MOVE_TEXT_SIZE];
    const char *reason; // "double-three"
} FoulView;

enum {
    GAME_VIEW_POINTS_MAX = BOARD_MAX * BOARD_MAX,
    GAME_VIEW_MOVES_MAX = GAME_VIEW_POINTS_MAX + 8, // and the answers of an opening
    GAME_VIEW_TEXT_SIZE = 80,
    GAME_VIEW_TRIES_MAX = 256,
};

typedef struct {
    GameRow row; // of it nothing is in the mist; the key is not for others
    char owner[NAME_SIZE];
    int you; // a seat, or -1
    SeatView seats[2];

    int turn; // a seat, or -1
    bool turn_is_black, asks_choice;
    bool may_stay, may_swap, may_more;
    int stones; // that this step of the opening still asks for

    int move_count;
    MoveText moves[GAME_VIEW_MOVES_MAX]; // "": the viewer does not know it
    int foul_count;
    FoulView fouls[GAME_VIEW_POINTS_MAX];
    int five_count;
    MoveText five[BOARD_MAX];
    bool has_view;
    MistView view;
    MoveText view_centre;
    char result_text[GAME_VIEW_TEXT_SIZE]; // "": not over
    bool declined;                         // whoever was asked for it said no
    int try_count;                         // in the mist, after the end
    TryRow tries[GAME_VIEW_TRIES_MAX];
} GameView;
