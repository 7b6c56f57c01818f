// Who is here: has a socket, or asked for something a moment ago, as programs do that wait for
// their turn by asking again and again.
#pragma once

#include "store/users.h"

typedef struct Presence Presence;

Presence *presence_new(void);
void presence_free(Presence *a);

void presence_note(Presence *a, UserId user, int64_t now_ms);
bool presence_is_online(const Presence *a, UserId user, int64_t now_ms);
