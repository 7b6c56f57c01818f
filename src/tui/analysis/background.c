#include "base/mem.h"
#include "base/thread.h"
#include "base/wakeup.h"
#include "tui/analysis/analysis.h"

#include <stdatomic.h>

struct Background {
    pthread_t thread;
    bool busy, has_thread;
    atomic_bool stop, done;
    Wakeup *wakeup; // signaled when a job is finished
    BackgroundWork *work;
    void *job;
};

Background *background_new(void) {
    Background *b = mem_alloc(sizeof *b);
    b->wakeup = wakeup_new();
    return b;
}

void background_free(Background *b) {
    if (!b)
        return;
    background_stop(b);
    wakeup_free(b->wakeup);
    mem_free(b);
}

static bool is_stopped(void *context) {
    const Background *b = context;
    return atomic_load(&b->stop);
}

static void *run(void *self) {
    Background *b = self;
    b->work(b->job, (StopToken){is_stopped, b});
    atomic_store(&b->done, true);
    wakeup_signal(b->wakeup);
    return NULL;
}

void background_start(Background *b, BackgroundWork *work, void *job) {
    b->work = work;
    b->job = job;
    b->busy = true;
    atomic_store(&b->stop, false);
    atomic_store(&b->done, false);
    b->has_thread = thread_start(&b->thread, run, b);
    if (!b->has_thread)
        run(b); // no thread available: run it here
}

bool background_is_busy(const Background *b) {
    return b->busy;
}

static void join(Background *b) {
    if (b->has_thread)
        pthread_join(b->thread, NULL);
    b->busy = b->has_thread = false;
    wakeup_clear(b->wakeup);
}

bool background_poll(Background *b) {
    if (!b->busy || !atomic_load(&b->done))
        return false;
    join(b);
    return true;
}

bool background_stop(Background *b) {
    if (!b->busy)
        return false;
    atomic_store(&b->stop, true);
    join(b);
    return true;
}

void background_wait(const Background *b, int ms) {
    wakeup_wait(b->wakeup, ms);
}

int background_fd(const Background *b) {
    return wakeup_fd(b->wakeup);
}
