// After a round: who is told of what.
#pragma once

#include "server/http/http.h"

void broadcast_changes(Server *s); // those of the hall, and chat
void broadcast_discard(Server *s); // the round could not be written
void broadcast_lobby(Server *s);   // if it changed, and not too often
