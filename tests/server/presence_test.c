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

static void note_visit(void *context, UserId user) {
    *(UserId *)context = *(UserId *)context * 10 + user;
}

TEST(presence_lists_the_accounts_that_are_online) {
    Presence *a = presence_new();
    CHECK_INT("nobody", presence_count(a, 0), 0);
    presence_note_request(a, 1, USER_GUEST, 1000);
    presence_note_request(a, 2, USER_ACCOUNT, 1000);
    presence_note(a, 2, 2000); // on a socket, which does not know the kind
    CHECK_INT("guests count too", presence_count(a, 2000), 2);
    UserId seen = 0;
    presence_each_account(a, 2000, 50, note_visit, &seen);
    CHECK_INT("only the account", seen, 2);
    presence_note_request(a, 1, USER_ACCOUNT, 3000); // has registered
    seen = 0;
    presence_each_account(a, 3000, 50, note_visit, &seen);
    CHECK("both, in any order", seen == 12 || seen == 21);
    seen = 0;
    presence_each_account(a, 3000, 1, note_visit, &seen);
    CHECK("at most one", seen == 1 || seen == 2);
    seen = 0;
    presence_each_account(a, 3000 + 2 * POLL_MS, 50, note_visit, &seen);
    CHECK_INT("all gone", seen, 0);
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
