// Threads: start with all signals blocked, condition wait with a timeout, thread pool.
#pragma once

#include <pthread.h>
#include <stdbool.h>

// All signals are blocked in the new thread, so the calling one handles them. False if the system
// refuses to start another thread.
bool thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument);

// pthread_cond_wait with a timeout.
void thread_wait_ms(pthread_cond_t *changed, pthread_mutex_t *lock, int ms);

// Thread pool for parallel loops whose iterations are independent.

typedef struct ThreadPool ThreadPool;

// `threads` counts the calling thread. The pool has fewer if the system refuses to start more.
ThreadPool *thread_pool_new(int threads);
void thread_pool_free(ThreadPool *pool);

// Calls work(context, part) for each part from 0 to parts - 1, in any order and on any thread, and
// returns when all are done. Parts must not write to shared data.
void thread_pool_run(ThreadPool *pool, int parts, void (*work)(void *context, int part),
                     void *context);
