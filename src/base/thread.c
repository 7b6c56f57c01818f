#include "base/thread.h"

#include "base/mem.h"

#include <signal.h>
#include <time.h>

bool thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(thread, NULL, run, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

void thread_wait_ms(pthread_cond_t *changed, pthread_mutex_t *lock, int ms) {
    enum { SECOND_MS = 1000, SECOND_NS = 1000000000 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / SECOND_MS;
    until.tv_nsec += ms % SECOND_MS * (SECOND_NS / SECOND_MS);
    until.tv_sec += until.tv_nsec / SECOND_NS;
    until.tv_nsec %= SECOND_NS;
    pthread_cond_timedwait(changed, lock, &until);
}

struct ThreadPool {
    int workers; // threads besides the caller's
    pthread_t *threads;

    pthread_mutex_t lock; // protects the fields below
    pthread_cond_t changed;
    void (*work)(void *context, int part);
    void *context;
    int parts, next, done;
    bool stopping;
};

// Call with the lock held; it is released while a part runs.
static void run_parts(ThreadPool *pool) {
    while (pool->next < pool->parts) {
        int part = pool->next++;
        pthread_mutex_unlock(&pool->lock);
        pool->work(pool->context, part);
        pthread_mutex_lock(&pool->lock);
        if (++pool->done == pool->parts)
            pthread_cond_broadcast(&pool->changed);
    }
}

static void *worker_main(void *argument) {
    ThreadPool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    while (!pool->stopping) {
        run_parts(pool);
        if (!pool->stopping)
            pthread_cond_wait(&pool->changed, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void start_workers(ThreadPool *pool, int count) {
    while (pool->workers < count && thread_start(&pool->threads[pool->workers], worker_main, pool))
        pool->workers++;
}

ThreadPool *thread_pool_new(int threads) {
    ThreadPool *pool = mem_alloc(sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pool->threads = mem_alloc((size_t)threads * sizeof *pool->threads);
    start_workers(pool, threads - 1);
    return pool;
}

void thread_pool_free(ThreadPool *pool) {
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->workers; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    mem_free(pool->threads);
    mem_free(pool);
}

void thread_pool_run(ThreadPool *pool, int parts, void (*work)(void *context, int part),
                     void *context) {
    pthread_mutex_lock(&pool->lock);
    pool->work = work;
    pool->context = context;
    pool->next = pool->done = 0;
    pool->parts = parts;
    pthread_cond_broadcast(&pool->changed);
    run_parts(pool);
    while (pool->done < pool->parts)
        pthread_cond_wait(&pool->changed, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
