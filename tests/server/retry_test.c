// When a request is handled again.
#include "server/retry.h"

#include "test.h"

TEST(retry_waits_longer_each_time_while_a_game_is_locked) {
    static const int pauses[] = {2, 4, 8, 16, 32, 64, 100, 100};
    Retry r = {0};
    int64_t now_ms = 5000;
    for (int i = 0; i < (int)(sizeof pauses / sizeof *pauses); i++) {
        retry_set(&r, true, now_ms);
        CHECK_INT("pause", (int)(r.due_ms - now_ms), pauses[i]);
        CHECK("goes on", !retry_is_over(&r, r.due_ms));
        now_ms = r.due_ms;
    }
    CHECK("still at the end", !retry_is_over(&r, 5000 + LOCKED_MAX_MS - 1));
    CHECK("not after it", retry_is_over(&r, 5000 + LOCKED_MAX_MS));
}

TEST(retry_at_once_if_a_game_was_changed_but_not_for_ever) {
    Retry r = {0};
    for (int i = 1; i <= ATTEMPTS_MAX; i++) {
        retry_set(&r, false, 5000);
        CHECK_INT("no pause", (int)r.due_ms, 5000);
        CHECK("the last attempt", retry_is_over(&r, 5000) == (i == ATTEMPTS_MAX));
    }
}
