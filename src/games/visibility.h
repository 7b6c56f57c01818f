// Makes a Sight of a room. The only place where it is decided who may know what.
#pragma once

#include "games/game_view.h"
#include "games/session.h"

// `seat`: the viewer's, or SEAT_NONE. Names and ratings of the seats, and the owner's name, are the
// caller's to add.
void game_view_for(const GameSession *r, int seat, Timestamp now, GameView *out);
