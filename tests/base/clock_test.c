#include "base/clock.h"
#include "test.h"

TEST(clock_only_goes_forward) {
    int64_t ms = clock_now_ms(), ns = clock_now_ns();
    CHECK("the same clock in two units", ns / 1000000 - ms < 1000);
    for (int i = 0; i < 1000; i++) {
        int64_t now = clock_now_ns();
        CHECK("not back", now >= ns);
        ns = now;
    }
}
