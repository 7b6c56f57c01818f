// What is told to clients, as JSON. Everything about a game is made from a Sight or a Summary: this
// file and all others of this folder cannot reach a board.
#pragma once

#include "games/rating.h"
#include "games/registry.h"
#include "server/json/json_writer.h"

// Who is connected: not part of the game.
typedef struct {
    bool here[2]; // somebody in that seat watches
    int watchers; // others that do
} Presence;

// The fields of a snapshot, without braces.
void encode_game(JsonWriter *w, const GameView *s, Presence p);

// {"is":"moved",...}: what the last move changed.
void encode_moved(JsonWriter *w, const GameView *s);

// {...}; `viewer`: says whether it is that user's turn; 0: does not say.
void encode_summary(JsonWriter *w, const GameSummary *s, UserId viewer);

// {"gomoku":{...},...}
void encode_ratings(JsonWriter *w, const char *key, Store *store, UserId user);
const char *user_kind_name(UserKind kind);

// {"error":{...}}
void encode_refusal(Str *out, Status r, const char *text);
