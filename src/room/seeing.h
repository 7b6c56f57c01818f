// Makes a Sight of a room. The only place where it is decided who may know what.
#pragma once

#include "room/room.h"
#include "room/sight.h"

// `seat`: the viewer's, or SEAT_NONE. Names and ratings of the seats, and the owner's name, are the
// caller's to add.
void room_see(const Room *r, int seat, Now now, Sight *out);
