// JSON encoding of ratings and errors for clients. Games are encoded in session/game_view.h.
#pragma once

#include "base/json_writer.h"
#include "games/rating.h"
#include "games/registry.h"

// {"gomoku":{...},...}
void encode_ratings(JsonWriter *w, const char *key, Store *store, UserId user);

// The fields of an error: code, reason if there is one, text.
void write_error(JsonWriter *w, Status status, const char *text);

// {"error":{...}}
void encode_refusal(Str *out, Status r, const char *text);
