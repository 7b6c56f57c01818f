// Test fixture: a game registry with two users over a store in memory, and a deterministic random
// source.
#pragma once

#include "games/registry.h"

typedef struct {
    Store *store;
    GameRegistry *registry;
    UserRow users[2];
    uint8_t seed;
} Fixture;

void fixture_begin(Fixture *f);
void fixture_end(Fixture *f);

// Commits all changes and drops their notifications.
void fixture_commit(Fixture *f);
