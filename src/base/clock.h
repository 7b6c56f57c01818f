// Monotonic clock.
#pragma once

#include <stdint.h>

int64_t clock_now_ns(void);
int64_t clock_now_ms(void);

// CPU time of this thread. Not affected by the load of other programs.
int64_t clock_thread_cpu_ns(void);
