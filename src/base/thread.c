#include "base/thread.h"

#include "base/mem.h"

#include <time.h>

// pthread_cond_wait with a timeout.
static void wait_ms(pthread_cond_t *changed, pthread_mutex_t *lock, int ms) {
    enum { SECOND_MS = 1000, SECOND_NS = 1000000000 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / SECOND_MS;
    until.tv_nsec += ms % SECOND_MS * (SECOND_NS / SECOND_MS);
    until.tv_sec += until.tv_nsec / SECOND_NS;
    until.tv_nsec %= SECOND_NS;
    pthread_cond_timedwait(changed, lock, &until);
}

enum {
    WAIT_MS = 100, // interval of the `waiting` callback
    AHEAD = 16,    // jobs per thread ahead of the oldest unfinished one; limits memory
};

typedef struct {
    const OrderedJobs *jobs;
    int window; // of `results`

    pthread_mutex_t lock; // protects the fields below
    pthread_cond_t changed;
    int next, reported; // the next job to start, and to report
    void **results;     // ring buffer; NULL before a job is finished and after it is reported
} OrderedRun;

typedef struct {
    OrderedRun *run;
    int number;
    pthread_t thread;
} OrderedWorker;

static void *work(void *argument) {
    const OrderedWorker *w = argument;
    OrderedRun *r = w->run;
    const OrderedJobs *jobs = r->jobs;
    pthread_mutex_lock(&r->lock);
    while (!atomic_load(jobs->stop) && r->next < jobs->count) {
        if (r->next >= r->reported + r->window) {
            pthread_cond_wait(&r->changed, &r->lock);
            continue;
        }
        int job = r->next++;
        pthread_mutex_unlock(&r->lock);
        void *result = jobs->run(jobs->context, w->number, job);
        pthread_mutex_lock(&r->lock);
        if (atomic_load(jobs->stop)) // the job may have given up
            mem_free(result);
        else
            r->results[job % r->window] = result;
        pthread_cond_broadcast(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

// Called with the lock held. Releases it during the callback, which may be slow. False if the job
// is not finished, or the callback wants to stop.
static bool report(OrderedRun *r, int job) {
    const OrderedJobs *jobs = r->jobs;
    void *result = r->results[job % r->window];
    if (!result)
        return false;
    r->results[job % r->window] = NULL;
    pthread_mutex_unlock(&r->lock);
    bool continues = jobs->report(jobs->context, job, result);
    mem_free(result);
    pthread_mutex_lock(&r->lock);
    return continues;
}

static void report_all(OrderedRun *r) {
    const OrderedJobs *jobs = r->jobs;
    pthread_mutex_lock(&r->lock);
    for (bool continues = true; continues && r->reported < jobs->count;) {
        if (r->results[r->reported % r->window]) {
            continues = report(r, r->reported);
            r->reported++;
            pthread_cond_broadcast(&r->changed);
        } else {
            wait_ms(&r->changed, &r->lock, WAIT_MS);
        }
        continues = jobs->waiting(jobs->context) && continues;
    }
    atomic_store(jobs->stop, true);
    pthread_cond_broadcast(&r->changed);
    for (int i = 0; i < r->window && jobs->reports_rest; i++)
        report(r, r->reported + i);
    pthread_mutex_unlock(&r->lock);
}

bool ordered_jobs_run(const OrderedJobs *jobs, Error *err) {
    OrderedRun r = {.jobs = jobs,
                    .window = AHEAD * jobs->threads,
                    .next = jobs->first,
                    .reported = jobs->first};
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.changed, NULL);
    r.results = mem_alloc((size_t)r.window * sizeof *r.results);
    OrderedWorker *workers = mem_alloc((size_t)jobs->threads * sizeof *workers);
    int started = 0;
    for (; started < jobs->threads; started++) {
        OrderedWorker *w = &workers[started];
        *w = (OrderedWorker){.run = &r, .number = started};
        if (!thread_start(&w->thread, work, w))
            break;
    }
    if (started > 0)
        report_all(&r);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < r.window; i++)
        mem_free(r.results[i]);
    mem_free(workers);
    mem_free(r.results);
    pthread_cond_destroy(&r.changed);
    pthread_mutex_destroy(&r.lock);
    return started > 0 || error_set(err, "cannot start a thread");
}
