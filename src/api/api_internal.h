// Internals of the C API: the structs behind the handles, error reporting, argument checks.
#pragma once

#include "pentad.h"

#include "base/error.h"
#include "base/str.h"
#include "core/game.h"

#include <assert.h>

struct PentadGame {
    Game game;
    Str names[2];                           // by colour - BLACK
    Str result, picture, position, written; // last return values of the functions of these names
};

// The caller's error, for functions of the other folders. May be NULL.
static_assert(sizeof(Error) <= sizeof(PentadError), "an Error fits");
static inline Error *api_error(PentadError *error) {
    return (Error *)error;
}

// Returns false.
bool api_error_set(PentadError *error, const char *reason);

// False, with the reason, if `game` is NULL.
bool api_has_game(const PentadGame *game, PentadError *error);

// The same, and false if the game is over.
bool api_has_running_game(const PentadGame *game, PentadError *error);

PentadGame *api_new_game(void); // its game is not initialised

bool api_is_color(PentadStone color);
bool api_is_on_board(const PentadGame *game, int x, int y);

// {-1, -1} if `p` is not a point of the board (pass, none and so on).
PentadPoint api_point(Point p);
