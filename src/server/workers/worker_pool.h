// Worker pool: a bounded number of engine processes that compute level moves and analyses.
//
// Games have priority. Their queue is fair between networks, and quick levels go first: a network
// that asks for much engine time delays only itself. A game is in the queue at most once, and a
// user has few games against levels, so the queue is also fair between users. Free
// workers take from the analysis queue, except one that is reserved for games; if games need more
// workers, analyses are preempted and continue later. A worker that hangs is killed, one that dies
// is restarted, and after three failed attempts the level loses that game.
//
// What the processes here cannot take at once may go to workers elsewhere (remote_workers.h). What
// fails there is done here.
#pragma once

#include "store/game_store.h"

#include <stdint.h>

typedef struct Server Server;
typedef struct WorkerPool WorkerPool;

// With `count` 0 one process works while no remote worker can, and does what they did not take in
// time, or failed at.
WorkerPool *worker_pool_new(Server *s, int count);

// Begins to give work to remote workers. Call it before the first request.
void worker_pool_use_jobs(WorkerPool *pool, const char *database, const char *build);

// Queues a game in which a level is to move.
void worker_pool_request_move(WorkerPool *pool, const GameId *game);

// worker_pool_dispatch gives waiting work to free workers; worker_pool_stop_analysis stops the job
// with that number.
void worker_pool_dispatch(WorkerPool *pool);
void worker_pool_stop_analysis(WorkerPool *pool, int64_t number);

void worker_pool_tick(WorkerPool *pool, int64_t now_ms); // kills workers past their deadline
int worker_pool_queued(const WorkerPool *pool);          // games in the queue
int worker_pool_busy(const WorkerPool *pool);
int worker_pool_remote(const WorkerPool *pool); // moves and analyses given to remote workers
void worker_pool_stop(WorkerPool *pool); // kills all workers; run the loop once more afterwards
void worker_pool_free(WorkerPool *pool);
