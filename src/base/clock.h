// Time that only goes forward.
#pragma once

#include <stdint.h>

int64_t clock_now_ns(void);
int64_t clock_now_ms(void);
