// Parsing of RPC requests: typed JSON fields with limits, and games.
#pragma once

#include "base/json.h"
#include "core/game.h"

enum { REQUEST_MS_MAX = 24 * 3600 * 1000 };

// If the field is missing (or a number is null), *out keeps its value. False if it has the wrong
// type or range.
bool request_integer(const Json *request, const char *name, int64_t min, int64_t max, int64_t *out,
                     Error *err);
bool request_text(const Json *request, const char *name, const char **out, Error *err);

// Points written without separators as in "h8i9", at most `room`. Sets *count to their number, 0 if
// the field is missing.
bool request_points(const Json *request, const char *name, int size, int room, Point *points,
                    int *count, Error *err);

// "rules" (default: freestyle), "size" (15), "opening" (none), set-up stones in "black", "white"
// and "turn", then "moves": points without separators, or a list of moves in the form of
// core/notation.h.
bool request_game(const Json *request, Game *out, Error *err);

// The same; fails if the game is over.
bool request_running_game(const Json *request, Game *out, Error *err);
