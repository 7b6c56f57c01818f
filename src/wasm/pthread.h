// Stub of pthread.h: the WASI C library has none, and base/thread.h needs the types. Starting a
// thread fails (thread_stub.c).
#pragma once

typedef int pthread_t, pthread_mutex_t, pthread_cond_t;

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return 0;
}
