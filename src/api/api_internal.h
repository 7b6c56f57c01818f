// What the files of the C interface share: the objects behind the handles, and how they say no.
#pragma once

#include "pentad.h"

#include "base/error.h"
#include "base/str.h"
#include "core/game.h"

struct PentadGame {
    Game game;
    Str names[2];                 // by colour - BLACK
    Str result, picture, written; // what was returned last by the functions of these names
};

// Both return false. `error` may be NULL.
bool api_error_copy(const Error *err, PentadError *error);
bool api_error_set(PentadError *error, const char *reason);

// False, with the reason, if the caller gave none.
bool api_has_game(const PentadGame *game, PentadError *error);

// The same for a game that must not be over.
bool api_has_running_game(const PentadGame *game, PentadError *error);

PentadGame *api_new_game(void); // its game is not initialised

bool api_is_color(PentadStone color);
bool api_is_on_board(const PentadGame *game, int x, int y);

// {-1, -1} for what is no point of a board.
PentadPoint api_point(Point p);
