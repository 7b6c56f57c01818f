// The commands of the dialogue that look at a game instead of playing it: move by move along its
// tree, and at what a position holds. Rows of the table in dialogue.c.
#pragma once

#include "base/command.h"
#include "tui/interpreter.h"

// Not in the mist.
bool review_command_is_allowed(const Interpreter *d, Error *err);

// Begins a review at the end of the game, if there is none.
bool review_command_start(Interpreter *d, Error *err);

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
