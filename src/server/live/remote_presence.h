// Remote presence: who is online, or at a game, on the other instances that share the database.
//
// Once a second each instance notes to the others who came and who left. What an instance has noted
// counts until it takes it back, or its lease ends (store_instance_is_alive). A new instance asks
// the others for all they have.
#pragma once

#include "server/live/presence.h"
#include "server/live/subscriptions.h"

typedef struct RemotePresence RemotePresence;

// Both are borrowed: who is online elsewhere is added to `presence`.
RemotePresence *remote_presence_new(Presence *presence, Subscriptions *subscriptions);
void remote_presence_free(RemotePresence *r);

// Forgets what the other instances have noted, and asks for it again: notes may have been lost.
void remote_presence_ask(RemotePresence *r, Store *store);

// Call once a second, after store_heartbeat.
void remote_presence_tick(RemotePresence *r, Store *store, int64_t now_ms);

// Notes of other instances: what follows "p", and "h".
void remote_presence_hear(RemotePresence *r, const char *note);
void remote_presence_hear_question(RemotePresence *r, const char *note);

// True if the user is at the game on another instance.
bool remote_presence_has(const RemotePresence *r, UserId user, const char *game);

// Adds the players and spectators on other instances.
void remote_presence_fill(const RemotePresence *r, GameView *view);
