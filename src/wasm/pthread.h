// The words for threads where there are none: WASI's C library has no header for them, and
// base/thread.h needs one. nothread.c says that none can be started.
#pragma once

typedef int pthread_t, pthread_mutex_t, pthread_cond_t;

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return 0;
}
