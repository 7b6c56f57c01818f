// Another program as a player: what faces for people let somebody sit down to play against.
//
// Not a row of the table in player.c: who may name a player may not always start programs.
#pragma once

#include "player/player.h"

// "gomocup:COMMAND ARGUMENTS" or "gtp:COMMAND ARGUMENTS". Starts nothing before the first move.
bool external_player_open(const char *description, Player *out, Error *err);
