// What a page asks, read from JSON: fields with their limits, and positions.
#pragma once

#include "base/json.h"
#include "core/game.h"

enum { REQUEST_MS_MAX = 24 * 3600 * 1000 };

// Where a field is missing the value that stands there stays. False if it is something else.
bool request_integer(const Json *request, const char *name, int64_t min, int64_t max, int64_t *out,
                     Error *err);
bool request_text(const Json *request, const char *name, const char **out, Error *err);

// Points written one behind the other as in "h8i9", at most `room`; *count becomes how many. A
// missing field is none.
bool request_points(const Json *request, const char *name, int size, int room, Point *points,
                    int *count, Error *err);

// "rules" (freestyle), "size" (15), "opening" (none), stones set up as "black", "white" and "turn",
// then "moves": points one behind the other, or a list of moves as core/move_text.h has them.
bool request_game(const Json *request, Game *out, Error *err);

// The same of a game that is not over.
bool request_running_game(const Json *request, Game *out, Error *err);
