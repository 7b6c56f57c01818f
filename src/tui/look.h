// The commands of the dialogue that look at a game instead of playing it: move by move along its
// tree, and at what a position holds. Rows of the table in dialogue.c.
#pragma once

#include "base/command.h"
#include "tui/dialogue.h"

// Not in the mist.
bool look_is_allowed(const Dialogue *d, Error *err);

// Begins a review at the end of the game, if there is none.
bool look_begin(Dialogue *d, Error *err);

bool look_back(void *session, Call *call);
bool look_on(void *session, Call *call);
bool look_first(void *session, Call *call);
bool look_last(void *session, Call *call);
bool look_variation(void *session, Call *call);
bool look_here(void *session, Call *call);
bool look_leave(void *session, Call *call);
bool look_analyse(void *session, Call *call);
bool look_threats(void *session, Call *call);
bool look_graph(void *session, Call *call);
