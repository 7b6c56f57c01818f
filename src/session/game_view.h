// GameView: what one viewer may know about a game, with everything hidden redacted; and its JSON.
//
// Everything that clients learn about a game comes from a GameView. This header does not include
// the game or its board, so code that talks to clients cannot leak more. In the mist (hidden
// information) a view depends only on what the viewer may know.
#pragma once

#include "base/json.h"
#include "base/json_writer.h"
#include "core/mist_history.h"
#include "core/notation.h"
#include "session/game_types.h"

typedef struct {
    bool exists, runs;
    int64_t main_ms, period_ms, move_ms; // left; move_ms -1: no limit per move
    int periods;
} ClockView;

typedef struct {
    int64_t player; // 0: free
    bool black;     // plays Black now
    ClockView clock;

    // Added by the caller.
    char name[NAME_SIZE];
    const char *kind; // "guest", "account", "level"
    int level;        // 0: a person
    double rating;    // NAN: unknown
    bool provisional;
    bool is_bot; // a program can play for this account
    bool here;   // connected
} SeatView;

// What lists show of a game.
typedef struct {
    int seq;
    GameState state;
    char rules[WORD_SIZE], opening[WORD_SIZE], time[TIME_SIZE];
    int size;
    bool mist, rated;
    int64_t started, ended; // -1: not yet
    int ply;
    int turn;   // a seat, or SEAT_NONE
    int winner; // a seat, or SEAT_NONE
    char reason[WORD_SIZE];
    SeatView seats[2];

    // Added by the caller.
    GameId id;
    bool chat;
    char opponent[NAME_SIZE + 8], owner[NAME_SIZE];
    int64_t created;
    const char *moves; // of a finished game, "h8 i9 ..."; borrowed; NULL: left out
} GameSummary;

typedef struct {
    char point[MOVE_TEXT_SIZE];
    const char *reason; // "double-three"
} FoulView;

enum {
    GAME_VIEW_POINTS_MAX = BOARD_MAX * BOARD_MAX,
    GAME_VIEW_MOVES_MAX = 1024, // GAME_MOVES_MAX
    GAME_VIEW_TEXT_SIZE = 80,
    GAME_VIEW_TRIES_MAX = GAME_VIEW_POINTS_MAX,
};

typedef struct {
    GameSummary summary;
    int you;          // the viewer's seat, or SEAT_NONE
    unsigned actions; // of the viewer: see session_allowed_actions
    int takeback_plies;

    bool turn_is_black, asks_choice;
    bool may_stay, may_swap, may_more;
    int stones; // still to be placed in this step of the opening
    // The opening allows the next stone only inside, or only outside, a square given by two
    // corners.
    const char *zone; // "inside", "outside"; NULL: anywhere
    MoveText zone_low, zone_high;

    int line;
    int five_count;
    MoveText five[BOARD_MAX];
    bool has_view;
    MistView view;
    MoveText view_center;
    int draw_offer, takeback_offer, offered_plies, rematch;
    char result_text[GAME_VIEW_TEXT_SIZE]; // "": not over
    bool declined;                         // the invited user declined the game
    int foul_count, seen_count, try_count;

    // Added by the caller.
    GameId next; // the rematch; "": none
    int watchers;

    // Lists: 30 kB, which nobody may read beyond their counts, because session_view does not clear
    // them.
    MoveText moves[GAME_VIEW_MOVES_MAX]; // summary.ply; "": hidden from the viewer
    FoulView fouls[GAME_VIEW_POINTS_MAX];
    MoveText seen[GAME_VIEW_POINTS_MAX]; // in the mist: the opponent's stones that the viewer
                                         // knows, by point
    MistTry tries[GAME_VIEW_TRIES_MAX];  // in the mist, once the game is over
} GameView;

// The fields of a game, without braces.
void game_view_write(JsonWriter *w, const GameView *view);

// Fills in the fields that a session does not know ("Added by the caller") from the JSON of a view.
// The view borrows text from the JSON.
bool game_view_add_from_json(GameView *view, const Json *game, Error *err);

// {"is":"moved",...}: what the last move changed.
void game_view_write_moved(JsonWriter *w, const GameView *view);

// {...}, with `your_turn` for `viewer` unless that is 0.
void game_summary_write(JsonWriter *w, const GameSummary *summary, int64_t viewer);
