#include "base/thread.h"

#include <windows.h>

// Ctrl-C arrives on a thread of its own, so there is nothing to block.
bool thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument) {
    return pthread_create(thread, NULL, run, argument) == 0;
}

int thread_processors(void) {
    return (int)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
}
