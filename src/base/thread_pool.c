#include "base/thread_pool.h"

#include "base/mem.h"
#include "base/thread.h"

struct ThreadPool {
    int helpers; // threads beside the caller's
    pthread_t *threads;

    pthread_mutex_t lock; // of what follows
    pthread_cond_t changed;
    void (*work)(void *context, int part);
    void *context;
    int parts, next, done;
    bool ends;
};

// With the lock held; returns likewise.
static void take_parts(ThreadPool *c) {
    while (c->next < c->parts) {
        int part = c->next++;
        pthread_mutex_unlock(&c->lock);
        c->work(c->context, part);
        pthread_mutex_lock(&c->lock);
        if (++c->done == c->parts)
            pthread_cond_broadcast(&c->changed);
    }
}

static void *help(void *argument) {
    ThreadPool *c = argument;
    pthread_mutex_lock(&c->lock);
    while (!c->ends) {
        take_parts(c);
        if (!c->ends)
            pthread_cond_wait(&c->changed, &c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void start_helpers(ThreadPool *c, int count) {
    while (c->helpers < count && thread_start(&c->threads[c->helpers], help, c))
        c->helpers++;
}

ThreadPool *thread_pool_new(int threads) {
    ThreadPool *c = mem_alloc(sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    c->threads = mem_alloc((size_t)threads * sizeof *c->threads);
    start_helpers(c, threads - 1);
    return c;
}

void thread_pool_free(ThreadPool *c) {
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->ends = true;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->helpers; i++)
        pthread_join(c->threads[i], NULL);
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->lock);
    mem_free(c->threads);
    mem_free(c);
}

void thread_pool_run(ThreadPool *c, int parts, void (*work)(void *context, int part),
                     void *context) {
    pthread_mutex_lock(&c->lock);
    c->work = work;
    c->context = context;
    c->next = c->done = 0;
    c->parts = parts;
    pthread_cond_broadcast(&c->changed);
    take_parts(c);
    while (c->done < c->parts)
        pthread_cond_wait(&c->changed, &c->lock);
    pthread_mutex_unlock(&c->lock);
}
