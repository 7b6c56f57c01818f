#include "server/live/presence.h"

#include "server/http/rate_limit.h"
#include "test.h"

enum { POLL_MS = LIMIT_LONG_POLL_S * 1000, CROWD = 1000 };

TEST(presence_knows_who_was_here_a_moment_ago) {
    Presence *a = presence_new();
    CHECK("nobody", !presence_is_online(a, 1, 0));
    presence_note(a, 1, 1000);
    CHECK("noted", presence_is_online(a, 1, 1000));
    CHECK("another", !presence_is_online(a, 2, 1000));
    CHECK("a request that waits for long", presence_is_online(a, 1, 1000 + POLL_MS + 5000));
    CHECK("gone", !presence_is_online(a, 1, 1000 + 2 * POLL_MS));
    presence_free(a);
}

// Ever new people come and go; those who stay are known all the time.
TEST(presence_forgets_nobody_who_is_here) {
    Presence *a = presence_new();
    for (int minute = 0; minute < 20; minute++) {
        int64_t now_ms = minute * 60000;
        for (int i = 1; i <= CROWD; i++)
            presence_note(a, minute * CROWD + i, now_ms);
        for (int i = 1; i <= CROWD; i++)
            CHECK("here", presence_is_online(a, minute * CROWD + i, now_ms));
        CHECK("gone", minute == 0 || !presence_is_online(a, minute * CROWD - 1, now_ms));
    }
    presence_free(a);
}
