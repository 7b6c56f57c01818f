#include "server/accounts/session_clock.h"

#include "base/number.h"
#include "test.h"

static const int64_t SECOND = 1000, HOUR = 3600 * SECOND, DAY = 24 * HOUR;

TEST(session_clock_rows) {
    const struct {
        const char *row;
        int64_t wall, monotonic, want; // since the row before
    } rows[] = {
        {"the first time", 100 * DAY, 5 * SECOND, 100 * DAY},
        {"as the wall clock", SECOND, SECOND, SECOND},
        {"slowly", 0, SECOND, 0},
        {"a small step", 10 * SECOND, SECOND, 10 * SECOND},
        {"set forward", 31 * DAY, 0, 0},
        {"a second later", SECOND, SECOND, 24 * SECOND},
        {"an hour later", HOUR, HOUR, DAY},
        {"set back", -31 * DAY, 0, -DAY - 24 * SECOND + SECOND + HOUR},
        {"goes on", SECOND, SECOND, SECOND},
        {"set back further", -5 * DAY, SECOND, -5 * DAY},
        {"for good", 40 * DAY, HOUR, DAY},
        {"after two days", 2 * DAY, 2 * DAY, 41 * DAY},
    };
    SessionClock c = {0};
    int64_t wall = 0, monotonic = 0, want = 0;
    for (int i = 0; i < COUNT(rows); i++) {
        wall += rows[i].wall;
        monotonic += rows[i].monotonic;
        want += rows[i].want;
        CHECK(rows[i].row, session_clock_now(&c, wall, monotonic) == want);
    }
    CHECK("thirty days", session_clock_expiry(&c, wall, monotonic) == want - 30 * DAY);
}
