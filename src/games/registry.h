// All games of the server: who may do what, kept in memory and in the store.
//
// What is asked of the hall is done at once, in memory and in the store's batch, but it counts only
// when the batch is committed. So the server works in rounds: any number of requests; store_commit;
// then hall_take_changes says whom to tell of what. If the commit fails, registry_rollback makes
// the hall again what the store is. Nobody may be told anything in between.
//
// What leaves the hall about a game is a Sight or a Summary, never the game.
#pragma once

#include "base/str.h"
#include "games/game_request.h"
#include "games/game_view.h"
#include "games/levels.h"
#include "games/status.h"

typedef struct GameRegistry GameRegistry;

// Where ids and coin tosses come from: the system's, or a test's own.
typedef struct {
    void (*fill)(void *context, void *bytes, size_t len);
    void *context;
} RandomSource;

// The store outlives the hall.
GameRegistry *registry_new(Store *store, RandomSource randomness, Error *err);
void registry_free(GameRegistry *h);

// To be told before anything is asked. The server's own time goes on from registry_clock_ms.
void registry_set_time(GameRegistry *h, Timestamp now);
int64_t registry_clock_ms(const GameRegistry *h); // where it stood when it was last written

// Writes the time, if there is a clock that runs.
void registry_save_clock(GameRegistry *h);

// A name that nobody can guess, for a game or something else that somebody begins.
GameId registry_new_id(GameRegistry *h);

// A new game; with a key that was used before, the game it made then.
Status registry_create_game(GameRegistry *h, const UserRow *owner, const GameRequest *q,
                            GameId *out, Error *err);

typedef enum {
    GAME_ACTION_JOIN,
    GAME_ACTION_PLAY,
    GAME_ACTION_RESIGN,
    GAME_ACTION_DRAW,
    GAME_ACTION_TAKEBACK,
    GAME_ACTION_DECLINE,
    GAME_ACTION_ABORT,
    GAME_ACTION_REMATCH,
} GameActionKind;

typedef struct {
    GameActionKind kind;
    MoveId at;        // of a move
    const char *move; // borrowed
    int plies;        // of a takeback
} GameAction;

Status registry_apply_action(GameRegistry *h, const UserRow *user, const char *game,
                             const GameAction *act, Error *err);

Status registry_view(GameRegistry *h, const char *game, UserId viewer, GameView *out, Error *err);

// What a move changes of it: without names and ratings, for which the store would be asked.
Status registry_view_without_names(GameRegistry *h, const char *game, UserId viewer, GameView *out,
                                   Error *err);

// The game in a format of src/record: "sgf", "psq" ...
Status registry_export(GameRegistry *h, const char *game, const char *format, Str *out, Error *err);

// ---- Lists

typedef struct {
    GameRow row;
    SeatView seats[2]; // without clocks
    char owner[NAME_SIZE];
    int turn; // a seat, or -1
    char result_text[GAME_VIEW_TEXT_SIZE];
} GameSummary;

typedef void GameSummaryVisitor(void *context, const GameSummary *s);

typedef enum { GAME_LIST_OPEN, GAME_LIST_LIVE, GAME_LIST_MINE, GAME_LIST_INVITATIONS } GameListKind;

// Newest first. `user`: whose games, or whom games ask for by name. A game is open while its owner
// is here.
void registry_list(GameRegistry *h, GameListKind list, UserId user, int limit,
                   GameSummaryVisitor *visit, void *context);

// Games of the store.
Status registry_search(GameRegistry *h, const GameQuery *query, GameSummaryVisitor *visit,
                       void *context, Error *err);

// How many games are in memory, and how many of their rooms.
typedef struct {
    int waiting, playing, rooms;
} RegistryCounts;

RegistryCounts registry_counts(const GameRegistry *h);

// ---- Chat

Status registry_post_chat(GameRegistry *h, const UserRow *user, const char *game, const char *text,
                          const char *key, ChatRow *out, bool *again, Error *err);

// ---- Rounds

typedef struct {
    GameId game;
    int moves;             // made in this round
    bool other;            // something else happened too
    bool lists_changed;    // it began, ended, or waits
    bool is_playing;       // it is played
    bool level_is_to_move; // somebody must think
    UserId people[3];      // the seats and the owner
    UserId invited;        // of a game that waits for that user, or did
    bool declined;         // by that user
} GameChange;

// The next game that changed since the last commit; false after the last.
bool registry_next_change(GameRegistry *h, GameChange *out);
void registry_rollback(GameRegistry *h);

// ---- Time

void registry_check_flags(GameRegistry *h); // ends the games whose time is over

typedef bool PresenceCheck(void *context, UserId user);

// Once a second: which owners of waiting games are here. Calls off what its owner has left for too
// long, a few at a time. True if a game is to be shown to whoever looks for one, or no longer.
bool registry_check_waiting(GameRegistry *h, PresenceCheck *is_here, void *context);

// ---- Levels

// What a level that is to move is to think about, for games/worker.h.
typedef struct {
    GameId game;
    MoveId at;
    Str text; // to be released
    int64_t ms;
} MoveJob;

// The games in which a level is to move now; for the start of the server.
typedef void GameIdVisitor(void *context, const GameId *game);
void registry_each_level_to_move(GameRegistry *h, GameIdVisitor *visit, void *context);

bool registry_move_job(GameRegistry *h, const char *game,
                       MoveJob *out); // false: no level is to move there
// The answer; false if it is no move there, or comes too late.
bool registry_finish_move_job(GameRegistry *h, const MoveJob *task, const char *move);
void registry_fail_move_job(GameRegistry *h, const MoveJob *task);
