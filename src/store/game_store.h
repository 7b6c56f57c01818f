// The game store: games, their moves and their chat in the database. Rules, points and results are
// stored as words, so that the data do not depend on the program's enum values.
#pragma once

#include "session/game_types.h"
#include "store/users.h"

enum { KEY_SIZE = 41, CHAT_SIZE = 804 };

typedef struct {
    // Settings; never change.
    GameId id;
    char rules[WORD_SIZE], opening[WORD_SIZE], time[TIME_SIZE];
    int size;
    bool mist, rated, chat;
    char opponent[NAME_SIZE + 8]; // as requested: "level:3", "anyone" ...
    UserId owner;
    int64_t created;
    char key[KEY_SIZE]; // idempotency key; "": none

    // State. -1 means "not yet" for times and "nobody" for offers and the winner, which are seats.
    GameState state;
    UserId seats[2]; // 0: free
    int64_t started, ended;
    int64_t turn_began;   // in server time
    int64_t last_turn_ms; // used in the last turn, if the game ended without a move
    int seq, ply, line;   // changes so far; moves; takebacks
    int draw_offer, takeback_offer, takeback_plies;
    int rematch; // bit set of the seats that offer one
    int winner;
    bool swapped;           // seat 0 plays White; computed from the moves
    char reason[WORD_SIZE]; // "": not over
    GameId next;            // the rematch; "": none
    int64_t version;        // counts writes
    int64_t writer;         // the instance that wrote it; 0: the only one
} GameRow;

bool game_store_add(Store *s, const GameRow *row, Error *err);
bool game_store_update(Store *s, const GameRow *row, Error *err);

// Cheaper update after a move of a game that continues: touches no index and no user.
bool game_store_update_after_move(Store *s, const GameRow *row, Error *err);

// The only setting that changes: the name of the invited user.
bool game_store_set_opponent(Store *s, const GameId *id, const char *opponent, Error *err);
bool game_store_find(Store *s, const char *id, GameRow *out, Error *err);
bool game_store_find_by_key(Store *s, UserId owner, const char *key, GameRow *out, Error *err);

// For stores that several instances share. game_store_lock locks the rows of `ids`, with spaces
// between, until the end of the transaction, and visits their versions. It does not wait: rows that
// somebody else has locked are not visited.
typedef void GameVersionVisitor(void *context, const char *id, int64_t version);
void game_store_lock(Store *s, const char *ids, GameVersionVisitor *visit, void *context,
                     Error *err);
// game_store_versions only visits them.
void game_store_versions(Store *s, const char *ids, GameVersionVisitor *visit, void *context,
                         Error *err);
int64_t game_store_version(Store *s, const char *id, Error *err); // -1: there is no such game

// When the newest game was created; 0 if there are no games.
int64_t game_store_newest(Store *s, Error *err);

// Visits the games that are waiting or being played, oldest first.
typedef void GameRowVisitor(void *context, const GameRow *row);
void game_store_each_active(Store *s, GameRowVisitor *visit, void *context, Error *err);

typedef enum { RESULT_ANY = -1, RESULT_DRAWN, RESULT_WON, RESULT_LOST } ResultFilter;

typedef struct {
    UserId player, opponent; // 0: any; `opponent` needs a player
    const char *rules;       // NULL: any
    int state, mist;         // -1: any
    ResultFilter result;     // for the player
    int64_t before;          // cursor: only games created before this time
    int limit;
    UserId asker; // the user who asks: its own games are included even if not public
} GameQuery;

// Newest first. Reads at most SCAN_MAX games of a player. If it stops there, with fewer results
// than the limit, it returns where to continue (`before`); otherwise 0.
enum { SCAN_MAX = 500 };
int64_t game_store_search(Store *s, const GameQuery *query, GameRowVisitor *visit, void *context,
                          Error *err);

typedef struct {
    char text[8]; // "h8", "swap"
    int ms;       // -1: before the clocks ran
} MoveRow;

bool game_store_add_move(Store *s, const GameId *game, int ply, const MoveRow *move, Error *err);
bool game_store_delete_moves_from(Store *s, const GameId *game, int ply, Error *err);

// Returns how many were written, at most `max`.
int game_store_moves(Store *s, const GameId *game, MoveRow *out, int max, Error *err);

// Visits the moves of several games by one statement, those of a game one after the other. `games`
// is a JSON array of their ids. The same for their tries.
typedef void MoveVisitor(void *context, const char *game, const MoveRow *move);
bool game_store_moves_of(Store *s, const char *games, MoveVisitor *visit, void *context,
                         Error *err);

// `n` numbers the tries of one ply from 0.
bool game_store_add_try(Store *s, const GameId *game, const MistTry *row, int n, Error *err);
int game_store_tries(Store *s, const GameId *game, MistTry *out, int max, Error *err);
typedef void TryVisitor(void *context, const char *game, const MistTry *row);
bool game_store_tries_of(Store *s, const char *games, TryVisitor *visit, void *context, Error *err);

// Since when each player of a game has been away, in server time; INT64_MAX: present.
bool game_store_save_absence(Store *s, const GameId *game, const int64_t since[2], Error *err);
void game_store_absence(Store *s, const GameId *game, int64_t since[2], Error *err);
bool game_store_clean_up_absences(Store *s, Error *err); // of games that are over

typedef struct {
    int n;
    UserId user;
    char text[CHAT_SIZE];
    int64_t at;
} ChatRow;

// Adds a line and sets row->n. If this user already used the idempotency key in this game, adds
// nothing, sets *repeated, and copies the existing line to *row.
bool game_store_add_chat(Store *s, const GameId *game, ChatRow *row, const char *key,
                         bool *repeated, Error *err);

bool game_store_chat_line(Store *s, const GameId *game, int n, ChatRow *out, Error *err);

// The last `max` lines, oldest first.
int game_store_chat(Store *s, const GameId *game, ChatRow *out, int max, Error *err);

// ---- Study rooms of finished games, for stores that several instances share

typedef struct {
    int64_t version; // counts changes, from 1; 0: never changed
    UserId leader;   // 0: nobody
} StudyRow;

// Appends the tree as study_store_put was given it. False if there is none.
bool study_store_find(Store *s, const char *game, StudyRow *out, Str *tree, Error *err);
int64_t study_store_version(Store *s, const char *game, Error *err); // 0: no study

// Writes the study if it had the version `before`, or there was none. False if another instance has
// changed it.
bool study_store_put(Store *s, const char *game, const StudyRow *row, int64_t before,
                     const char *tree, int64_t now, Error *err);
bool study_store_use(Store *s, const char *game, int64_t now, Error *err); // somebody is there
bool study_store_delete_unused(Store *s, int64_t before, Error *err);
