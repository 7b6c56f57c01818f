#include "tui/analysis/background.h"

#include "base/mem.h"
#include "base/thread.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

struct Background {
    pthread_t thread;
    bool busy, has_thread;
    atomic_bool stop, done;
    int pipe[2]; // a byte in it for every work that is done
    BackgroundWork *work;
    void *job;
};

Background *background_new(void) {
    Background *b = mem_alloc(sizeof *b);
    if (pipe(b->pipe) != 0)
        b->pipe[0] = b->pipe[1] = -1; // then results are noticed at the next look only
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
    b->work(b->job, is_stopped, b);
    atomic_store(&b->done, true);
    ssize_t ignored = write(b->pipe[1], "", 1); // a full pipe is a signal too
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
        run(b); // late is better than never
}

bool background_is_busy(const Background *b) {
    return b->busy;
}

static void end(Background *b) {
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
    end(b);
    return true;
}

bool background_stop(Background *b) {
    if (!b->busy)
        return false;
    atomic_store(&b->stop, true);
    end(b);
    return true;
}

int background_fd(const Background *b) {
    return b->pipe[0];
}
