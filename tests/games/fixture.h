// A hall of two people over a store in memory, whose coins fall the same every time.
#pragma once

#include "games/registry.h"

typedef struct {
    Store *store;
    GameRegistry *registry;
    UserRow people[2];
    uint8_t seed;
} Fixture;

void fixture_begin(Fixture *w);
void fixture_end(Fixture *w);

// What was done since the last time is on disk now.
void fixture_commit(Fixture *w);
