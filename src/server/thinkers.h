// The processes in which levels think: a bounded number of them, with a queue that serves whoever
// came first. A game is in it at most once, and a person has few games against levels: so nobody
// waits for somebody else's many. A process that hangs is killed, one that dies is replaced, and
// after three tries the level loses that game.
#pragma once

#include "base/error.h"
#include "store/annals.h"

#include <stdint.h>

typedef struct Server Server;
typedef struct Thinkers Thinkers;

Thinkers *thinkers_new(Server *s, int count);

// A level is to move in that game.
void thinkers_ask(Thinkers *t, const GameId *game);

void thinkers_tick(Thinkers *t, int64_t now_ms); // kills what is overdue
int thinkers_waiting(const Thinkers *t);         // games in the queue
int thinkers_busy(const Thinkers *t);
void thinkers_stop(Thinkers *t); // kills all; the loop must run once more
void thinkers_free(Thinkers *t);
