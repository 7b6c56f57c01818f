// GameTable: hash table of the games in memory, by id and by player; and conversion between a
// GameSession and its rows in the store. Private to this folder.
#pragma once

#include "session/game_session.h"
#include "store/game_store.h"

enum { NETWORK_SIZE = 64 };

// A game in memory. Its session is large and can be dropped: it can always be rebuilt from the
// store.
typedef struct GameEntry GameEntry;
typedef struct SeatLink SeatLink;

// Puts a game into the list of the games of the user in a seat, or of games with a free seat.
struct SeatLink {
    SeatLink *next, **link; // in its bucket; NULL: in none
    GameEntry *entry;
    UserId user; // 0: the seat is free
};

struct GameEntry {
    GameEntry *next; // in its bucket
    SeatLink seats[2];
    GameRow row;              // as last saved
    GameSession *session;     // NULL: not loaded
    GameEntry *older, *newer; // by last use, among those whose session is loaded
    int64_t deadline;         // see session_deadline
    int moves_made;           // since the last commit
    bool changed;             // other than by moves, since the last commit
    const char *declined; // offer declined since the last commit: "draw" or "takeback"; NULL: none
    int declined_by;      // the seat that declined it
    bool lists_changed;   // the game was created, started or ended since the last commit
    bool is_queued;       // in the list of uncommitted changes
    bool is_unsaved;      // the session was changed since the row was written
    bool is_new;          // the row is not in the store yet
    GameId parent;        // a new game is the rematch of this one

    // What the store has: state, moves (of which the first `kept_plies` are still right), tries.
    GameState stored_state;
    int stored_plies, kept_plies, stored_tries;

    // If instances share the store.
    bool is_stale;         // another instance has changed the game since it was read
    bool has_lock;         // this round has locked its row, or does not need to
    int64_t heard_version; // the last one that this instance has heard of, or written
    int heard_seq, heard_ply, heard_line; // what its clients were told of last
    int64_t level_version;                // the level's move was requested for this one

    int64_t away_since[2]; // by seat, in server time; INT64_MAX: the player is present

    // While the game is waiting.
    bool owner_is_here;
    int64_t owner_seen;         // when the owner was last here; 0: not since the server started
    char network[NETWORK_SIZE]; // of the client that created it; "": unknown
};

typedef struct {
    GameEntry **buckets; // by id
    SeatLink **users;    // by player; as many
    int bucket_count, count;
} GameTable;

void game_table_release(GameTable *table);
GameEntry *game_table_find(const GameTable *table, const char *id);
GameEntry *game_table_add(GameTable *table, const GameRow *row);
void game_table_remove(GameTable *table, GameEntry *entry); // frees it

// To be called when the seats in entry->row have changed.
void game_table_update_seats(GameTable *table, GameEntry *entry);

// Iterates over all entries, or those where the user has a seat (0: with a free seat), in no
// particular order; NULL after the last. The table must not change meanwhile.
typedef struct {
    const GameTable *table;
    int bucket;
    GameEntry *at;
    bool of_user;
    UserId user;
    const SeatLink *link; // the next one, if of_user
} GameTableIterator;

GameTableIterator game_table_iterate(const GameTable *table);
GameTableIterator game_table_iterate_user(const GameTable *table, UserId user);
GameEntry *game_table_next(GameTableIterator *iterator);

// Rebuilds a session from its rows; fails on an illegal move.
bool session_from_row(GameSession *session, const GameRow *row, const MoveRow *moves, int count,
                      Error *err);

// Continues a game that goes on by its next move; `row` is as after it. The session is then as if
// it had been read from the store. False, and nothing is changed, if the move is illegal or ends
// the game.
bool session_add_move(GameSession *session, const GameRow *row, const MoveRow *move);

// Updates the state in the row, but not the settings.
void session_to_row(const GameSession *session, GameRow *row);

// True if the invited user declined the game.
bool game_row_is_declined(const GameRow *row);
