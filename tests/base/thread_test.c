#include "base/thread.h"

#include "base/util.h"
#include "test.h"

#include <signal.h>

static void *see_mask(void *argument) {
    pthread_sigmask(SIG_SETMASK, NULL, argument);
    return argument;
}

TEST(thread_blocks_signals) {
    sigset_t before, inside, after;
    pthread_t thread;
    void *returned = NULL;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    sigemptyset(&inside);
    CHECK("starts", thread_start(&thread, see_mask, &inside));
    pthread_join(thread, &returned);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    CHECK("has its argument", returned == &inside);
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGALRM};
    for (int i = 0; i < COUNT(signals); i++) {
        CHECK_INT("blocked in it", sigismember(&inside, signals[i]), 1);
        CHECK_INT("as before here", sigismember(&after, signals[i]),
                  sigismember(&before, signals[i]));
    }
}

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool done;
} Shared;

static void *finish(void *argument) {
    Shared *s = argument;
    pthread_mutex_lock(&s->lock);
    s->done = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

TEST(thread_wait_times_out) {
    Shared s = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    pthread_mutex_lock(&s.lock);
    for (int ms = 0; ms < 40; ms += 13)
        thread_wait_ms(&s.changed, &s.lock, ms); // nothing signals the condition
    pthread_t thread;
    CHECK("starts", thread_start(&thread, finish, &s));
    while (!s.done)
        thread_wait_ms(&s.changed, &s.lock, 3600 * 1000); // must be woken long before that
    pthread_mutex_unlock(&s.lock);
    pthread_join(thread, NULL);
}
