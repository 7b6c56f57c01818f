#include "base/thread.h"

#include <signal.h>
#include <unistd.h>

bool thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(thread, NULL, run, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

int thread_processors(void) {
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}
