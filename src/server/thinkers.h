// The processes in which levels think and positions are examined: a bounded number of them.
//
// Games come first. Their queue serves whoever came first; a game is in it at most once, and a
// person has few games against levels: so nobody waits for somebody else's many. What is free then
// takes from the analyses, but for one that is left for games; and if a game needs more than that,
// an analysis yields and goes on later. A process that hangs is killed, one that dies is replaced,
// and after three tries the level loses that game.
#pragma once

#include "base/error.h"
#include "store/annals.h"

#include <stdint.h>

typedef struct Server Server;
typedef struct Thinkers Thinkers;

Thinkers *thinkers_new(Server *s, int count);

// A level is to move in that game.
void thinkers_ask(Thinkers *t, const GameId *game);

// There may be an analysis to think about; and the one with that number has thought enough.
void thinkers_stir(Thinkers *t);
void thinkers_stop_examining(Thinkers *t, int64_t number);

void thinkers_tick(Thinkers *t, int64_t now_ms); // kills what is overdue
int thinkers_waiting(const Thinkers *t);         // games in the queue
int thinkers_busy(const Thinkers *t);
void thinkers_stop(Thinkers *t); // kills all; the loop must run once more
void thinkers_free(Thinkers *t);
