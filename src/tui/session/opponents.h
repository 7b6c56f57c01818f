// Players to choose from in the terminal game: a person, ten levels, the engine with a time per
// move, or another program.
#pragma once

#include "base/error.h"
#include "base/str.h"

// The i-th choice, as a description for terminal_session_set_player; NULL after the last.
const char *opponent_at(int i);

// "a person", "level 3", "engine, 2 s a move"; other descriptions unchanged.
void opponent_format(const char *description, Str *out);

// Checks a description without starting a program.
bool opponent_check(const char *description, Error *err);

// True if a player's name in a record is only a kind of player, not a real name.
bool opponent_is_kind_name(const char *name);

// True for "gomocup:COMMAND" and "gtp:COMMAND": an external engine. Only the application can start
// one.
bool opponent_is_program(const char *description);
