#include "server/live/presence.h"

#include "server/http/rate_limit.h"
#include "test.h"

enum { POLL_MS = LIMIT_LONG_POLL_S * 1000, CROWD = 1000 };

TEST(presence_knows_who_was_seen_recently) {
    Presence *a = presence_new();
    CHECK("nobody", !presence_is_online(a, 1, 0));
    presence_note(a, 1, 1000);
    CHECK("online", presence_is_online(a, 1, 1000));
    CHECK("another user", !presence_is_online(a, 2, 1000));
    CHECK("during a long poll", presence_is_online(a, 1, 1000 + POLL_MS + 5000));
    CHECK("offline", !presence_is_online(a, 1, 1000 + 2 * POLL_MS));
    presence_free(a);
}

// New users come and go; those who are online must never be lost when the table is rebuilt.
TEST(presence_keeps_everybody_who_is_online) {
    Presence *a = presence_new();
    for (int minute = 0; minute < 20; minute++) {
        int64_t now_ms = minute * 60000;
        for (int i = 1; i <= CROWD; i++)
            presence_note(a, minute * CROWD + i, now_ms);
        for (int i = 1; i <= CROWD; i++)
            CHECK("online", presence_is_online(a, minute * CROWD + i, now_ms));
        CHECK("offline", minute == 0 || !presence_is_online(a, minute * CROWD - 1, now_ms));
    }
    presence_free(a);
}
