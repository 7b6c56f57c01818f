#include "base/clock.h"

#include <time.h>

static int64_t read_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_now_ns(void) {
    return read_ns(CLOCK_MONOTONIC);
}

int64_t clock_thread_cpu_ns(void) {
#ifdef CLOCK_THREAD_CPUTIME_ID
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
#else
    return clock_now_ns(); // WASI has one thread, and newer versions of wasi-libc lack this clock
#endif
}

int64_t clock_now_ms(void) {
    return clock_now_ns() / 1000000;
}

int clock_ms_until(int64_t deadline_ms) {
    int64_t left = deadline_ms - clock_now_ms();
    return left <= 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

static bool is_set(void *flag) {
    return atomic_load_explicit((atomic_bool *)flag, memory_order_relaxed);
}

StopToken stop_token_of(atomic_bool *flag) {
    return (StopToken){is_set, flag};
}
