// After a round: who is told of what.
#pragma once

#include "server/http.h"

void tell_changes(Server *s);   // those of the hall, and chat
void forget_telling(Server *s); // the round could not be written
void tell_lobby(Server *s);     // if it changed, and not too often
