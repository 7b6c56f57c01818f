#include "base/mem.h"
#include "base/thread.h"
#include "tui/analysis/analysis.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

struct Background {
    pthread_t thread;
    bool busy, has_thread;
    atomic_bool stop, done;
    int pipe[2]; // self-pipe: one byte per finished job
    BackgroundWork *work;
    void *job;
};

Background *background_new(void) {
    Background *b = mem_alloc(sizeof *b);
    if (pipe(b->pipe) != 0)
        b->pipe[0] = b->pipe[1] = -1; // no wake-up; the next tick finds the result
    for (int i = 0; i < 2; i++) {
        fcntl(b->pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(b->pipe[i], F_SETFD, FD_CLOEXEC);
    }
    return b;
}

void background_free(Background *b) {
    if (!b)
        return;
    background_stop(b);
    close(b->pipe[0]);
    close(b->pipe[1]);
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
    ssize_t ignored = write(b->pipe[1], "", 1); // a full pipe wakes the reader, too
    (void)ignored;
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
    char bytes[16];
    while (read(b->pipe[0], bytes, sizeof bytes) > 0)
        continue;
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

int background_fd(const Background *b) {
    return b->pipe[0];
}
