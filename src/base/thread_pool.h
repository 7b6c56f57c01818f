// Threads that wait for work and share it: a loop whose rounds do not depend on each other.
#pragma once

typedef struct ThreadPool ThreadPool;

// `threads` at work, the caller's among them; fewer where the system gives no more.
ThreadPool *thread_pool_new(int threads);
void thread_pool_free(ThreadPool *c);

// Calls work(context, part) for each part from 0 on, in any order and any thread, and returns when
// all are done. What parts share must not be written.
void thread_pool_run(ThreadPool *c, int parts, void (*work)(void *context, int part),
                     void *context);
