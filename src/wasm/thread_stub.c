// Stub of base/thread.h: no threads; callers fall back to one.
#include "base/thread.h"

bool thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument) {
    (void)thread, (void)run, (void)argument;
    return false;
}

int thread_processors(void) {
    return 1;
}
