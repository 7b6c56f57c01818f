// Plain values of a game session: game state, ids, timestamps, and the actions of its players.
//
// Does not include the game or its board, so that code that talks to clients can use it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum { GAME_WAITING, GAME_PLAYING, GAME_OVER, GAME_ABORTED } GameState;

const char *game_state_word(GameState state); // "waiting", "playing" ...
bool game_state_parse(const char *word, GameState *out);

// The server's ids have GAME_ID_LENGTH characters; ids of offline games are longer.
enum { GAME_ID_LENGTH = 12, GAME_ID_SIZE = 24, WORD_SIZE = 16, TIME_SIZE = 64, NAME_SIZE = 84 };

typedef struct {
    char text[GAME_ID_SIZE];
} GameId;

enum { SEAT_NONE = -1 };

typedef struct {
    int64_t clock_ms; // for game clocks; stops while the server is down
    int64_t wall_ms;  // since 1970
} Timestamp;

// The move at `ply`, after `line` takebacks. Requests carry it for optimistic concurrency: a move
// meant for another state of the game is stale.
typedef struct {
    int ply, line;
} MoveId;

// A try: in the mist, a move onto a stone that the player did not know of.
typedef struct {
    int ply;
    char text[8]; // "h8"
} MistTry;

typedef enum {
    GAME_ACTION_JOIN,
    GAME_ACTION_PLAY,
    GAME_ACTION_RESIGN,
    GAME_ACTION_DRAW,     // offers a draw, or accepts one
    GAME_ACTION_TAKEBACK, // asks to take back moves, or agrees
    GAME_ACTION_DECLINE,
    GAME_ACTION_ABORT,
    GAME_ACTION_REMATCH,
    GAME_ACTION_CLAIM_WIN, // the side to move has left
    GAME_ACTION_CLAIM_DRAW,
    GAME_ACTION_COUNT,
} GameActionKind;

const char *game_action_word(GameActionKind kind); // "join", "play" ...
bool game_action_parse(const char *word, GameActionKind *out);

typedef struct {
    GameActionKind kind;
    MoveId at;        // of a move
    const char *move; // a point or the choice of an opening as in core/notation.h; borrowed
    int plies;        // of a takeback
} GameAction;
