// Who can sit at the board, as a person chooses it: a person, ten levels, the engine with a time,
// another program.
#pragma once

#include "base/error.h"
#include "base/str.h"

// The i-th of those that are offered, as terminal_session_set_player wants it; NULL after the last.
const char *opponent_at(int i);

// "a person", "level 3", "engine, 2 s a move"; other names as they are.
void opponent_format(const char *description, Str *out);

// Is there such a player? Programs are not started for that.
bool opponent_check(const char *description, Error *err);

// Does a name in a record only say what kind of player it was, and not what somebody is called?
bool opponent_is_kind_name(const char *name);

// "gomocup:COMMAND" or "gtp:COMMAND": another program, which only the application can start.
bool opponent_is_program(const char *description);
