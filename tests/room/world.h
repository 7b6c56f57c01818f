// A hall of two people over a store in memory, whose coins fall the same every time.
#pragma once

#include "room/hall.h"

typedef struct {
    Store *store;
    Hall *hall;
    UserRow people[2];
    uint8_t seed;
} World;

void world_begin(World *w);
void world_end(World *w);

// What was done since the last time is on disk now.
void world_commit(World *w);
