// External engine as a player, for the interfaces where people play.
//
// Not in the table of player.c: not everyone who may name a player may also start programs.
#pragma once

#include "player/player.h"

// "gomocup:COMMAND ARGUMENTS" or "gtp:COMMAND ARGUMENTS". Starts the engine at the first move.
bool external_player_open(const char *description, Player *out, Error *err);
