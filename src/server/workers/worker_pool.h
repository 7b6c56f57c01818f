// The processes in which levels think and positions are examined: a bounded number of them.
//
// Games come first. Their queue serves whoever came first; a game is in it at most once, and a
// person has few games against levels: so nobody waits for somebody else's many. What is free then
// takes from the analyses, but for one that is left for games; and if a game needs more than that,
// an analysis yields and goes on later. A process that hangs is killed, one that dies is replaced,
// and after three tries the level loses that game.
#pragma once

#include "base/error.h"
#include "store/game_store.h"

#include <stdint.h>

typedef struct Server Server;
typedef struct WorkerPool WorkerPool;

WorkerPool *worker_pool_new(Server *s, int count);

// A level is to move in that game.
void worker_pool_request_move(WorkerPool *t, const GameId *game);

// There may be an analysis to think about; and the one with that number has thought enough.
void worker_pool_dispatch(WorkerPool *t);
void worker_pool_stop_analysis(WorkerPool *t, int64_t number);

void worker_pool_tick(WorkerPool *t, int64_t now_ms); // kills what is overdue
int worker_pool_queued(const WorkerPool *t);          // games in the queue
int worker_pool_busy(const WorkerPool *t);
void worker_pool_stop(WorkerPool *t); // kills all; the loop must run once more
void worker_pool_free(WorkerPool *t);
