// JSON encoding of games, summaries, ratings and errors for clients. Games are encoded from a
// GameView or a Summary only: no file of src/server can reach a board, so hidden stones cannot
// leak.
#pragma once

#include "games/rating.h"
#include "games/registry.h"
#include "server/json/json_writer.h"

// Who is connected to a game; not part of its state.
typedef struct {
    bool here[2]; // the player of that seat is subscribed
    int watchers; // number of other subscribers
} GamePresence;

// The fields of a game snapshot, without braces.
void encode_game(JsonWriter *w, const GameView *s, GamePresence p);

// {"is":"moved",...}: what the last move changed.
void encode_moved(JsonWriter *w, const GameView *s);

// {...}, with `your_turn` for `viewer` unless that is 0.
void encode_summary(JsonWriter *w, const GameSummary *s, UserId viewer);

// {"gomoku":{...},...}
void encode_ratings(JsonWriter *w, const char *key, Store *store, UserId user);
const char *user_kind_name(UserKind kind);

// {"error":{...}}
void encode_refusal(Str *out, Status r, const char *text);
