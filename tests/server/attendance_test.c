#include "server/attendance.h"

#include "server/limits.h"
#include "test.h"

enum { POLL_MS = LIMIT_POLL_S * 1000, CROWD = 1000 };

TEST(attendance_knows_who_was_here_a_moment_ago) {
    Attendance *a = attendance_new();
    CHECK("nobody", !attendance_has(a, 1, 0));
    attendance_note(a, 1, 1000);
    CHECK("noted", attendance_has(a, 1, 1000));
    CHECK("another", !attendance_has(a, 2, 1000));
    CHECK("a request that waits for long", attendance_has(a, 1, 1000 + POLL_MS + 5000));
    CHECK("gone", !attendance_has(a, 1, 1000 + 2 * POLL_MS));
    attendance_free(a);
}

// Ever new people come and go; those who stay are known all the time.
TEST(attendance_forgets_nobody_who_is_here) {
    Attendance *a = attendance_new();
    for (int minute = 0; minute < 20; minute++) {
        int64_t now_ms = minute * 60000;
        for (int i = 1; i <= CROWD; i++)
            attendance_note(a, minute * CROWD + i, now_ms);
        for (int i = 1; i <= CROWD; i++)
            CHECK("here", attendance_has(a, minute * CROWD + i, now_ms));
        CHECK("gone", minute == 0 || !attendance_has(a, minute * CROWD - 1, now_ms));
    }
    attendance_free(a);
}
