// Presence: which users are online, that is, have a WebSocket or sent a request recently (as a bot
// does that long-polls for its turn).
#pragma once

#include "store/users.h"

typedef struct Presence Presence;

Presence *presence_new(void);
void presence_free(Presence *p);

void presence_note(Presence *p, UserId user, int64_t now_ms);
void presence_note_request(Presence *p, UserId user, UserKind kind, int64_t now_ms);
bool presence_is_online(const Presence *p, UserId user, int64_t now_ms);
bool presence_is_polling(const Presence *p, UserId user, int64_t now_ms); // sends HTTP requests

int presence_count(const Presence *p, int64_t now_ms); // users online

typedef void PresenceVisit(void *context, UserId user);
// Visits the accounts that are online, at most `max`. Guests have generated names.
void presence_each_account(const Presence *p, int64_t now_ms, int max, PresenceVisit *visit,
                           void *context);
