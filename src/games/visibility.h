// The visibility filter: makes the redacted GameView of a game session for one viewer. This is the
// only place that decides who may know what.
#pragma once

#include "games/game_view.h"
#include "games/session.h"

// `seat` is the viewer's, or SEAT_NONE. The caller adds the names and ratings of the seats and the
// owner's name.
void game_view_for(const GameSession *session, int seat, Timestamp now, GameView *out);
