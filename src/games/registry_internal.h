// Internals shared by the files of the game registry.
#pragma once

#include "games/game_table.h"
#include "games/registry.h"

typedef struct {
    GameId game;
    bool is_locked; // by another instance, which may or may not change it
} GameConflict;

typedef struct {
    UserId invited, owner;
    char network[NETWORK_SIZE];
    int64_t at; // in wall time
} DeclinedInvitation;

enum { DECLINED_KEPT = 512 };

struct GameRegistry {
    Store *store;
    RandomSource random_source;
    Timestamp now;
    GameTable games;
    GameEntry *oldest, *latest; // the loaded sessions, by last use
    int loaded_sessions;
    int64_t clock_saved; // server time that was last saved
    int64_t newest;      // when the last game was created
    UserId levels[LEVEL_COUNT];
    GameEntry **changed; // since the last commit
    int changed_count, changed_capacity;
    GameConflict *conflicts; // games that another instance changed at the same time
    int conflict_count, conflict_capacity;
    DeclinedInvitation declined[DECLINED_KEPT]; // the latest, in a ring
    int64_t declined_count;
};

// The game with its session loaded; NULL if there is no such game.
GameEntry *registry_open_game(GameRegistry *registry, const char *game, Error *err);

// A session as its rows have it, still without tries; NULL if they are damaged. The entry, which
// has none, owns it after registry_adopt_session.
GameSession *registry_new_session(const GameRegistry *registry, const GameRow *row,
                                  const MoveRow *moves, int count, Error *err);
void registry_adopt_session(GameRegistry *registry, GameEntry *entry, GameSession *session);

// Adds a game of the store to the games in memory.
GameEntry *registry_add_entry(GameRegistry *registry, const GameRow *row);

// Reads a game again. registry_drop_session forgets only its session.
bool registry_reload(GameRegistry *registry, GameEntry *entry, Error *err);
void registry_drop_session(GameRegistry *registry, GameEntry *entry);

// Writes the changed games to the store; called by store_commit.
void registry_flush(void *registry);

// The clients of this instance know the game as it is now.
void registry_mark_heard(GameEntry *entry);

// The user invited by name, unless the game has started; also of a game that was aborted before.
UserId registry_invited(GameRegistry *registry, const GameRow *row);

// Fills in that an invitation was declined, if so, and remembers it.
void registry_note_declined_invitation(GameRegistry *registry, const GameEntry *entry,
                                       GameChange *out);

// True if the user has lately declined several invitations of the owner, or of that network.
void registry_remember_decline(GameRegistry *registry, const GameEntry *entry, UserId invited);
bool registry_was_declined_often(const GameRegistry *registry, UserId invited, UserId owner,
                                 const GameRequest *request);

// True if the game is being played between people and at least one of them is present.
bool registry_is_live(const GameRegistry *registry, const GameEntry *entry);

// Writes a change of the session's state to the store and queues it for registry_next_change.
void registry_save_state(GameRegistry *registry, GameEntry *entry);

// Lets a seat act (session_act), and saves what that changed.
Status registry_act(GameRegistry *registry, GameEntry *entry, int seat, const GameAction *action,
                    Error *err);

// The level in that seat; 0 if it is not a level.
int registry_level_at(const GameRegistry *registry, const GameRow *row, int seat);

// Updates scores and ratings after a game.
void registry_update_ratings(GameRegistry *registry, const GameRow *row);

// Fills in what a session does not know: the names and ratings of the seats, the owner's name.
void registry_fill_names(GameRegistry *registry, const GameRow *row, GameSummary *out);

// True if the game is an open invitation for the user with this folded name.
bool registry_is_invitation_for(const GameRow *row, const char *folded);

// True if the game is over and its end is on disk. An uncommitted end may be rolled back, so
// nothing that reveals the whole game may be created before that.
bool registry_is_over_and_committed(const GameEntry *entry);

// Adds a game to the registry and the store. Sets its id and times.
Status registry_start_game(GameRegistry *registry, GameRow *row, Error *err);

// How many games created from that network are waiting.
int registry_waiting_from_network(const GameRegistry *registry, const char *network);

// Fails if the user has as many games as allowed. `level`: the new game's opponent, 0 for a
// person. `waits`: the new game waits for an opponent.
Status registry_check_quota(const GameRegistry *registry, UserId user, int level, bool waits,
                            Error *err);
