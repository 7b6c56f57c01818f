// All games of the server: who may do what, kept in memory and in the store.
//
// What is asked of the hall is done at once, in memory and in the store's batch, but it counts only
// when the batch is committed. So the server works in rounds: any number of requests; store_commit;
// then hall_take_changes says whom to tell of what. If the commit fails, hall_revert makes the hall
// again what the store is. Nobody may be told anything in between.
//
// What leaves the hall about a game is a Sight or a Summary, never the game.
#pragma once

#include "base/str.h"
#include "room/levels.h"
#include "room/refusal.h"
#include "room/setup.h"
#include "room/sight.h"

typedef struct Hall Hall;

// Where ids and coin tosses come from: the system's, or a test's own.
typedef struct {
    void (*fill)(void *context, void *bytes, size_t len);
    void *context;
} Randomness;

// The store outlives the hall.
Hall *hall_new(Store *store, Randomness randomness, Error *err);
void hall_free(Hall *h);

// To be told before anything is asked. The server's own time goes on from hall_time.
void hall_set_now(Hall *h, Now now);
int64_t hall_time(const Hall *h); // where it stood when it was last written

// Writes the time, if there is a clock that runs.
void hall_keep_time(Hall *h);

// A name that nobody can guess, for a game or something else that somebody begins.
GameId hall_new_id(Hall *h);

// A new game; with a key that was used before, the game it made then.
Refusal hall_create(Hall *h, const UserRow *owner, const GameRequest *q, GameId *out, Error *err);

typedef enum {
    ACT_JOIN,
    ACT_PLAY,
    ACT_RESIGN,
    ACT_DRAW,
    ACT_TAKEBACK,
    ACT_DECLINE,
    ACT_ABORT,
    ACT_REMATCH,
} ActKind;

typedef struct {
    ActKind kind;
    MoveAddress at;   // of a move
    const char *move; // borrowed
    int plies;        // of a takeback
} Act;

Refusal hall_act(Hall *h, const UserRow *user, const char *game, const Act *act, Error *err);

Refusal hall_see(Hall *h, const char *game, UserId viewer, Sight *out, Error *err);

// What a move changes of it: without names and ratings, for which the store would be asked.
Refusal hall_see_moved(Hall *h, const char *game, UserId viewer, Sight *out, Error *err);

// The game in a format of src/record: "sgf", "psq" ...
Refusal hall_export(Hall *h, const char *game, const char *format, Str *out, Error *err);

// ---- Lists

typedef struct {
    GameRow row;
    SeatSight seats[2]; // without clocks
    char owner[NAME_SIZE];
    int turn; // a seat, or -1
    char result_text[SIGHT_TEXT_SIZE];
} Summary;

typedef void SummaryVisitor(void *context, const Summary *s);

typedef enum { LIST_OPEN, LIST_LIVE, LIST_MINE, LIST_INVITATIONS } HallList;

// Newest first. `user`: whose games, or whom games ask for by name. A game is open while its owner
// is here.
void hall_list(Hall *h, HallList list, UserId user, int limit, SummaryVisitor *visit,
               void *context);

// Games of the store.
Refusal hall_search(Hall *h, const GameQuery *query, SummaryVisitor *visit, void *context,
                    Error *err);

// How many games are in memory, and how many of their rooms.
typedef struct {
    int waiting, playing, rooms;
} HallCount;

HallCount hall_count(const Hall *h);

// ---- Chat

Refusal hall_say(Hall *h, const UserRow *user, const char *game, const char *text, const char *key,
                 ChatRow *out, bool *again, Error *err);

// ---- Rounds

typedef struct {
    GameId game;
    int moves;             // made in this round
    bool other;            // something else happened too
    bool lists;            // it began, ended, or waits
    bool goes_on;          // it is played
    bool level_is_to_move; // somebody must think
    UserId people[3];      // the seats and the owner
    UserId invited;        // of a game that waits for that user, or did
    bool declined;         // by that user
} Change;

// The next game that changed since the last commit; false after the last.
bool hall_take_change(Hall *h, Change *out);
void hall_revert(Hall *h);

// ---- Time

void hall_check_flags(Hall *h); // ends the games whose time is over

typedef bool HereAsker(void *context, UserId user);

// Once a second: which owners of waiting games are here. Calls off what its owner has left for too
// long, a few at a time. True if a game is to be shown to whoever looks for one, or no longer.
bool hall_check_waiting(Hall *h, HereAsker *is_here, void *context);

// ---- Levels

// What a level that is to move is to think about, for room/worker.h.
typedef struct {
    GameId game;
    MoveAddress at;
    Str text; // to be released
    int64_t ms;
} Task;

// The games in which a level is to move now; for the start of the server.
typedef void GameIdVisitor(void *context, const GameId *game);
void hall_each_level_to_move(Hall *h, GameIdVisitor *visit, void *context);

bool hall_task(Hall *h, const char *game, Task *out); // false: no level is to move there
// The answer; false if it is no move there, or comes too late.
bool hall_level_plays(Hall *h, const Task *task, const char *move);
void hall_level_fails(Hall *h, const Task *task);
