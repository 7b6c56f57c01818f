// Remote presence: who is online, at a game or in its study room, on the other instances that share
// the database.
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

// The members of study rooms here, and what to call when those elsewhere have changed.
typedef void RoomVisitor(void *context, const char *game);
void remote_presence_add_rooms(RemotePresence *r, Subscriptions *rooms, RoomVisitor *changed,
                               void *context);

// Forgets what the other instances have noted, and asks for it again: notes may have been lost.
void remote_presence_ask(RemotePresence *r, Store *store);

// Call once a second, after store_heartbeat.
void remote_presence_tick(RemotePresence *r, Store *store, int64_t now_ms);

// Notes of other instances: what follows "p" (or "r": in a study room), and "h".
void remote_presence_hear(RemotePresence *r, const char *note, bool in_room);
void remote_presence_hear_question(RemotePresence *r, const char *note);

// True if the user is at the game on another instance.
bool remote_presence_has(const RemotePresence *r, UserId user, const char *game);

// Visits the members of the game's study room on other instances, some of them more than once.
typedef void MemberVisitor(void *context, UserId user);
void remote_presence_each_in_room(const RemotePresence *r, const char *game, MemberVisitor *visit,
                                  void *context);

// Adds the players and spectators on other instances.
void remote_presence_fill(const RemotePresence *r, GameView *view);
