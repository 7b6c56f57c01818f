// Internals of the C API: the structs behind the handles, error reporting, argument checks.
#pragma once

#include "pentad.h"

#include "base/error.h"
#include "base/str.h"
#include "core/game.h"

#include <assert.h>

struct PentadGame {
    Game game;
    Str names[2];                           // by color - BLACK
    Str result, picture, position, written; // last return values of the functions of these names
};

// The caller's error as an Error, for functions outside this folder. NULL stays NULL.
static_assert(sizeof(Error) <= sizeof(PentadError), "an Error fits");
static inline Error *api_error(PentadError *error) {
    return (Error *)error;
}

// Sets the message. Returns false.
bool api_error_set(PentadError *error, const char *reason);

// Returns false and sets the error if `game` is NULL.
bool api_has_game(const PentadGame *game, PentadError *error);

// The same if `game` is NULL or over.
bool api_has_running_game(const PentadGame *game, PentadError *error);

PentadGame *api_new_game(void); // its `game` is not initialized

bool api_is_color(PentadStone color);
bool api_is_on_board(const PentadGame *game, int x, int y);

// {-1, -1} if `p` is not a point of the board (pass, none and so on).
PentadPoint api_point(Point p);
