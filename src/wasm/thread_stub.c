// Stub of base/thread.h: no threads; callers fall back to one.
#include "base/thread.h"

bool thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument) {
    (void)thread, (void)run, (void)argument;
    return false;
}

// Without other threads there is nothing to wait for.
void thread_wait_ms(pthread_cond_t *changed, pthread_mutex_t *lock, int ms) {
    (void)changed, (void)lock, (void)ms;
}
