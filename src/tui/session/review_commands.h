// Review and analysis commands of the interpreter: they step through the game tree and examine a
// position, but do not play. Rows of the table in interpreter.c.
#pragma once

#include "base/command.h"
#include "tui/interpreter.h"

// False in the mist, where analysis would reveal hidden stones.
bool review_command_is_allowed(const Interpreter *interpreter, Error *err);

// Starts a review at the current move, unless one is running.
bool review_command_start(Interpreter *interpreter, Error *err);

bool review_command_back(void *session, Call *call);
bool review_command_forward(void *session, Call *call);
bool review_command_first(void *session, Call *call);
bool review_command_last(void *session, Call *call);
bool review_command_variation(void *session, Call *call);
bool review_command_here(void *session, Call *call);
bool review_command_leave(void *session, Call *call);
bool review_command_analyse(void *session, Call *call);
bool review_command_threats(void *session, Call *call);
bool review_command_graph(void *session, Call *call);
