// Monotonic clock, and stop tokens for long work.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

int64_t clock_now_ns(void);
int64_t clock_now_ms(void);

int clock_ms_until(int64_t deadline_ms); // time left, for poll; 0 if it has passed

// CPU time of this thread. Not affected by the load of other programs.
int64_t clock_thread_cpu_ns(void);

// Stop token: a callback that long work polls to see if it must stop (cooperative cancellation).
typedef struct {
    bool (*should_stop)(void *context); // NULL: never stops
    void *context;
} StopToken;

static inline bool stop_requested(StopToken stop) {
    return stop.should_stop && stop.should_stop(stop.context);
}

// Stops once `flag` is set, on any thread.
StopToken stop_token_of(atomic_bool *flag);
