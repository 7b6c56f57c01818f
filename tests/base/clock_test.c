#include "base/clock.h"
#include "test.h"

TEST(clock_thread_cpu_time_advances_with_work) {
    int64_t began = clock_thread_cpu_ns(), began_now = clock_now_ns();
    volatile unsigned work = 0;
    while (clock_thread_cpu_ns() == began)
        work++;
    CHECK("forward", clock_thread_cpu_ns() > began);
    CHECK("no faster than time",
          clock_thread_cpu_ns() - began <= clock_now_ns() - began_now + 1000000);
}

TEST(clock_is_monotonic) {
    int64_t ms = clock_now_ms(), ns = clock_now_ns();
    CHECK("the same clock in two units", ns / 1000000 - ms < 1000);
    for (int i = 0; i < 1000; i++) {
        int64_t now = clock_now_ns();
        CHECK("not back", now >= ns);
        ns = now;
    }
}
