// Conversion between a GameSession and its rows in the store. Private to this folder.
#pragma once

#include "session/game_session.h"
#include "store/game_store.h"

// Rebuilds a session from its rows; fails on an illegal move.
bool session_from_row(GameSession *session, const GameRow *row, const MoveRow *moves, int count,
                      Error *err);
void session_add_tries(GameSession *session, const MistTry *tries, int count);

// Updates the state in the row; settings stay.
void session_to_row(const GameSession *session, GameRow *row);

// True if the invited user declined the game.
bool game_row_is_declined(const GameRow *row);
