// Presence: which users are online, that is, have a WebSocket or sent a request recently. Users who
// play by HTTP requests alone, such as bots that long-poll for their turn, are tracked separately
// from browsers. A browser has a WebSocket at the game, and has left when it closes, even if it
// just sent a request.
#pragma once

#include "store/users.h"

typedef struct Presence Presence;

Presence *presence_new(void);
void presence_free(Presence *p);

void presence_note(Presence *p, UserId user, int64_t now_ms);
void presence_note_request(Presence *p, const UserRow *user, const char *network, int64_t now_ms);
bool presence_is_online(const Presence *p, UserId user, int64_t now_ms);
void presence_note_poll(Presence *p, UserId user, int64_t now_ms); // plays by requests
bool presence_is_polling(const Presence *p, UserId user, int64_t now_ms);

// ---- Users on other instances (remote_presence.h)

enum { PRESENCE_LISTED = 1, PRESENCE_BOT = 2, PRESENCE_POLLS = 4 };

// Users online on this instance, with their flags.
void presence_each_local(const Presence *p, int64_t now_ms,
                         void (*visit)(void *context, UserId user, int flags), void *context);

// A user is online on another instance until it is removed as often as it was added.
void presence_add_remote(Presence *p, UserId user, int flags);
void presence_remove_remote(Presence *p, UserId user, int flags);

// A hash of the network of the user's last request; 0 if unknown.
uint32_t presence_network(const Presence *p, UserId user);

int presence_count(const Presence *p, int64_t now_ms); // users online

// Changes whenever the set of online users does, even if one leaves as another arrives.
uint64_t presence_fingerprint(const Presence *p, int64_t now_ms);

typedef void PresenceVisit(void *context, UserId user, bool is_bot);
// Visits the accounts that are online and show it (shows_online), at most `max`. Skips guests,
// whose names are generated.
void presence_each_account(const Presence *p, int64_t now_ms, int max, PresenceVisit *visit,
                           void *context);
