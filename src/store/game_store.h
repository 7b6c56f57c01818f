// Games, their moves and their chat, as the database has them: in words, so that the data outlive
// the program's numbering.
#pragma once

#include "store/users.h"

typedef enum { GAME_WAITING, GAME_PLAYING, GAME_OVER, GAME_ABORTED } GameState;

enum { GAME_ID_LENGTH = 12, WORD_SIZE = 16, TIME_SIZE = 64, KEY_SIZE = 41, CHAT_SIZE = 804 };

typedef struct {
    char text[GAME_ID_LENGTH + 1];
} GameId;

typedef struct {
    // What the game is; never changes.
    GameId id;
    char rules[WORD_SIZE], opening[WORD_SIZE], time[TIME_SIZE];
    int size;
    bool mist, rated, chat;
    char opponent[NAME_SIZE + 8]; // as it was asked for: "level:3", "anyone" ...
    UserId owner;
    int64_t created;
    char key[KEY_SIZE]; // "": none

    // What becomes of it. Of instants -1: not yet; of seats, in offers and as the winner, -1: none.
    GameState state;
    UserId seats[2]; // 0: free
    int64_t started, ended;
    int64_t turn_began; // in the server's time
    int seq, ply, line;
    int draw_offer, takeback_offer, takeback_plies;
    int rematch; // a bit a seat
    int winner;
    char reason[WORD_SIZE]; // "": not over
    GameId next;            // "": none
} GameRow;

bool game_store_add(Store *s, const GameRow *row, Error *err);
bool game_store_update(Store *s, const GameRow *row, Error *err);

// What a move changes of a game that goes on, which is less: no index is touched, no user looked
// up.
bool game_store_update_after_move(Store *s, const GameRow *row, Error *err);
bool game_store_find(Store *s, const char *id, GameRow *out, Error *err);
bool game_store_find_by_key(Store *s, UserId owner, const char *key, GameRow *out, Error *err);

// When the newest game was created; 0 if there is none.
int64_t game_store_newest(Store *s, Error *err);

// All that wait or are played, oldest first.
typedef void GameRowVisitor(void *context, const GameRow *row);
void game_store_each_active(Store *s, GameRowVisitor *visit, void *context, Error *err);

typedef enum { RESULT_ANY = -1, RESULT_DRAWN, RESULT_WON, RESULT_LOST } ResultFilter;

typedef struct {
    UserId player, opponent; // 0: any; an opponent only of a player
    const char *rules;       // NULL: any
    int state, mist;         // -1: any
    ResultFilter result;     // as the player sees it
    int64_t before;          // an instant
    int limit;
    UserId asker; // whose waiting games by link are shown
} GameQuery;

// Newest first.
void game_store_search(Store *s, const GameQuery *query, GameRowVisitor *visit, void *context,
                       Error *err);

typedef struct {
    char text[8]; // "h8", "swap"
    int ms;
} MoveRow;

bool game_store_add_move(Store *s, const GameId *game, int ply, const MoveRow *move, Error *err);
bool game_store_delete_moves_from(Store *s, const GameId *game, int ply, Error *err);

// Returns how many there are, at most `room`.
int game_store_moves(Store *s, const GameId *game, MoveRow *out, int room, Error *err);

// A point that turned out to be occupied, in the mist.
typedef struct {
    int ply;
    char text[8];
} TryRow;

bool game_store_add_try(Store *s, const GameId *game, const TryRow *row, int n, Error *err);
int game_store_tries(Store *s, const GameId *game, TryRow *out, int room, Error *err);

typedef struct {
    int n;
    UserId user;
    char text[CHAT_SIZE];
    int64_t at;
} ChatRow;

// Sets row->n. With a key that this user used in this game already nothing is added, and *row
// becomes what was; *again says so.
bool game_store_add_chat(Store *s, const GameId *game, ChatRow *row, const char *key, bool *again,
                         Error *err);

// The last lines, oldest first.
int game_store_chat(Store *s, const GameId *game, ChatRow *out, int room, Error *err);
