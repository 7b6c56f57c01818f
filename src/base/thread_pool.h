// Thread pool for parallel loops whose iterations are independent.
#pragma once

typedef struct ThreadPool ThreadPool;

// `threads` counts the calling thread. The pool has fewer if the system refuses to start more.
ThreadPool *thread_pool_new(int threads);
void thread_pool_free(ThreadPool *pool);

// Calls work(context, part) for each part from 0 to parts - 1, in any order and on any thread, and
// returns when all are done. Parts must not write to shared data.
void thread_pool_run(ThreadPool *pool, int parts, void (*work)(void *context, int part),
                     void *context);
