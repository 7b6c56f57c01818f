// Time that only goes forward.
#pragma once

#include <stdint.h>

int64_t clock_now_ns(void);
int64_t clock_now_ms(void);

// What this thread has had of a processor: other programs do not count.
int64_t clock_thread_cpu_ns(void);
