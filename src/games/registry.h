// GameRegistry: all games of the server, in memory and in the store, and who may do what in them.
//
// A request takes effect at once in memory and in the store's open transaction, but counts only
// once that is committed (group commit). So the server works in rounds: any number of requests,
// then store_commit, then registry_next_change, which says what to notify clients of. If the commit
// fails, registry_rollback restores the state of the store. Do not notify anybody before the
// commit.
//
// A game leaves the registry only as a GameView or a GameSummary.
#pragma once

#include "base/str.h"
#include "games/game_request.h"
#include "games/rating.h"
#include "session/game_view.h"
#include "session/status.h"

typedef struct GameRegistry GameRegistry;

// Source of random bytes for ids and coin tosses: the system's, or a deterministic one in tests.
typedef struct {
    void (*fill)(void *context, void *bytes, size_t len);
    void *context;
} RandomSource;

// The store is borrowed and must outlive the registry.
GameRegistry *registry_new(Store *store, RandomSource random_source, Error *err);
void registry_free(GameRegistry *registry);

// Sets the current time; call it before each request. The server's clock continues from
// registry_clock_ms, which is its last saved value.
void registry_set_time(GameRegistry *registry, Timestamp now);
int64_t registry_clock_ms(const GameRegistry *registry);

// Saves the server's clock if any game clock is running.
void registry_save_clock(GameRegistry *registry);

// A random id that cannot be guessed, for a game or anything else.
GameId registry_new_id(GameRegistry *registry);

// Creates a game. A repeated idempotency key returns the first game.
Status registry_create_game(GameRegistry *registry, const UserRow *owner,
                            const GameRequest *request, GameId *out, Error *err);

Status registry_apply_action(GameRegistry *registry, const UserRow *user, const char *game,
                             const GameAction *action, Error *err);

Status registry_view(GameRegistry *registry, const char *game, UserId viewer, GameView *out,
                     Error *err);

// Like registry_view, without names and ratings, which a move does not change: reads nothing from
// the store.
Status registry_view_without_names(GameRegistry *registry, const char *game, UserId viewer,
                                   GameView *out, Error *err);

// Writes the game in a format of src/record, such as "sgf" or "psq".
Status registry_export(GameRegistry *registry, const char *game, const char *format, Str *out,
                       Error *err);

// ---- Lists

typedef void GameSummaryVisitor(void *context, const GameSummary *summary);

typedef enum {
    GAME_LIST_OPEN, // the lobby: waiting for anyone, with the owner present
    GAME_LIST_LIVE, // being played between people, with somebody there
    GAME_LIST_MINE,
    GAME_LIST_INVITATIONS,
    GAME_LIST_ACTIVE, // all that wait or are played, for the operator
} GameListKind;

// Newest first. `user` is the player of GAME_LIST_MINE and the invited user of
// GAME_LIST_INVITATIONS.
void registry_list(GameRegistry *registry, GameListKind list, UserId user, int limit,
                   GameSummaryVisitor *visit, void *context);

typedef struct {
    GameQuery query;
    bool with_moves; // summaries of finished games have their moves
} GameSearch;

// Searches all games in the store, a page at a time. *next is the cursor of the next page
// (`before`); 0: there is none. Games of the same millisecond, which several instances can create,
// are on one page, so a page may be shorter, or longer by a game.
Status registry_search(GameRegistry *registry, const GameSearch *search, GameSummaryVisitor *visit,
                       void *context, int64_t *next, Error *err);

// How many games and loaded sessions are in memory.
typedef struct {
    int waiting, playing, loaded_sessions;
} RegistryCounts;

RegistryCounts registry_counts(const GameRegistry *registry);

// Sessions kept in memory; more only if one round changes more games.
enum { LOADED_SESSIONS_MAX = 1024 };

// Loads the sessions of games in progress that are about to be used, up to PREFETCH_MAX of them, by
// few statements: with PostgreSQL the server waits for each (registry_prefetch.c).
enum { PREFETCH_MAX = 64 };
void registry_prefetch(GameRegistry *registry, const GameId *games, int count);

// True if the user is to move in the game.
bool registry_is_turn_of(GameRegistry *registry, const char *game, UserId user);

// ---- Chat

// Adds a line of chat. A repeated idempotency key returns the first line and sets *repeated.
Status registry_post_chat(GameRegistry *registry, const UserRow *user, const char *game,
                          const char *text, const char *key, ChatRow *out, bool *repeated,
                          Error *err);

typedef void GameIdVisitor(void *context, const GameId *game);

// ---- Rounds

typedef struct {
    GameId game;
    int moves;             // made in this round
    bool other;            // something besides moves changed
    bool lists_changed;    // the game was created, started or ended
    bool is_playing;       // now
    UserId tried_by;       // only this player's view changed, by a try in the mist; 0: more changed
    bool level_is_to_move; // the engine must choose a move
    UserId people[3];      // the seats and the owner
    UserId invited;        // by name, until the game starts; 0: nobody
    const char *declined;  // "invitation", "draw" or "takeback"; NULL: nothing
    UserId declined_by, asked_by;
    int heard_seq; // of a change by another instance: who has this state needs no update; else 0
} GameChange;

// Takes the next game that changed since the last commit; false after the last.
bool registry_next_change(GameRegistry *registry, GameChange *out);
void registry_rollback(GameRegistry *registry);

// ---- Several instances on one database (registry_sync.c)

// Takes the next game whose changes of this round were not written, because another instance has
// changed it at the same time or, if *is_locked, is about to; false after the last. Handle the
// requests that changed it again, but for a locked one not at once. Call it after the commit.
bool registry_next_conflict(GameRegistry *registry, GameId *out, bool *is_locked);

// Reads the game again before its next use if another instance has changed it: what was told may
// be older than what the client knows from that instance.
void registry_refresh(GameRegistry *registry, const char *game);
void registry_refresh_user(GameRegistry *registry, UserId user); // the user's games in progress

// Another instance has changed a game: the note is what follows the word "g". `is_watched`: clients
// of this instance must be told. False if there is nothing to tell. Call it between two rounds.
bool registry_note_game(const char *note, GameId *out);
bool registry_hear(GameRegistry *registry, const char *note, bool is_watched, GameChange *out);

// The connection to the database is back: visits the games that may have changed meanwhile. Then
// registry_hear_again for each.
void registry_resync(GameRegistry *registry, GameIdVisitor *visit, void *context);
bool registry_hear_again(GameRegistry *registry, const GameId *game, GameChange *out);

// ---- Time

void registry_check_deadlines(GameRegistry *registry); // ends games out of time or abandoned

// True if the user is at `game`, which is being played, or online at all if `game` is NULL.
typedef bool PresenceCheck(void *context, UserId user, const GameId *game);

// Call once a second. Updates which players are at their games and which owners of waiting games
// are present, and aborts waiting games whose owner was away too long, a few per call. Visits the
// games being played where a player came or left, unless `visit` is NULL. True if the lobby
// changed.
bool registry_check_presence(GameRegistry *registry, PresenceCheck *is_here, GameIdVisitor *visit,
                             void *context);

// ---- Levels

// A move to be chosen by a level: a job for a worker (games/worker.h).
typedef struct {
    GameId game;
    MoveId at;
    int tries;       // in the mist: those of the turn so far
    UserId opponent; // the level's
    Str text;        // the worker command; caller releases
    int64_t ms;
} MoveJob;

// Visits the games in which a level is to move and nobody thinks about it: at the start, or because
// the instance that did is gone.
void registry_each_level_to_move(GameRegistry *registry, GameIdVisitor *visit, void *context);

// False if no level is to move there.
bool registry_move_job(GameRegistry *registry, const char *game, MoveJob *out);

// Plays the worker's answer. False if it cannot be played. In the mist it may hit a hidden stone:
// then the game waits for another job. Does nothing and returns true if the game no longer waits
// for this one.
bool registry_finish_move_job(GameRegistry *registry, const MoveJob *job, const char *move);

// The worker failed: the level loses the game.
void registry_fail_move_job(GameRegistry *registry, const MoveJob *job);

// ---- The operator (registry_admin.c)

typedef enum { ADJUDICATE_ABORT, ADJUDICATE_BLACK, ADJUDICATE_WHITE, ADJUDICATE_DRAW } Adjudication;

// Ends a game by decision: without a result, with a winner, or as a draw. Rated games count.
Status registry_adjudicate(GameRegistry *registry, const char *game, Adjudication how, Error *err);

// Ends all games of a user who may not go on: see session_remove_player. Returns how many.
int registry_remove_player(GameRegistry *registry, UserId user);

// Invitations that wait for the user with this name: they follow a new name, or are declined. Else
// whoever takes the old name could accept them.
void registry_rename_invited(GameRegistry *registry, const char *name, const char *new_name);
void registry_decline_invitations(GameRegistry *registry, const char *name);
