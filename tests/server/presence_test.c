#include "server/live/presence.h"

#include "base/number.h"
#include "server/http/rate_limit.h"
#include "server/live/remote_presence.h"
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

static void note_visit(void *context, UserId user, bool is_bot) {
    (void)is_bot;
    *(UserId *)context = *(UserId *)context * 10 + user;
}

TEST(presence_lists_the_accounts_that_are_online) {
    Presence *a = presence_new();
    CHECK_INT("nobody", presence_count(a, 0), 0);
    presence_note_request(a, &(UserRow){.id = 1, .kind = USER_GUEST, .shows_online = true},
                          "192.0.2.1", 1000);
    presence_note_request(a, &(UserRow){.id = 2, .kind = USER_ACCOUNT, .shows_online = true},
                          "192.0.2.1", 1000);
    presence_note(a, 2, 2000); // on a socket, which does not know the kind
    CHECK_INT("guests count too", presence_count(a, 2000), 2);
    UserId seen = 0;
    presence_each_account(a, 2000, 50, note_visit, &seen);
    CHECK_INT("only the account", seen, 2);
    presence_note_request(a, &(UserRow){.id = 1, .kind = USER_ACCOUNT, .shows_online = true},
                          "192.0.2.1",
                          3000); // has registered
    seen = 0;
    presence_each_account(a, 3000, 50, note_visit, &seen);
    CHECK("both, in any order", seen == 12 || seen == 21);
    seen = 0;
    presence_each_account(a, 3000, 1, note_visit, &seen);
    CHECK("at most one", seen == 1 || seen == 2);
    presence_note_request(a, &(UserRow){.id = 2, .kind = USER_ACCOUNT}, "192.0.2.1", 3000);
    seen = 0;
    presence_each_account(a, 3000, 50, note_visit, &seen);
    CHECK_INT("not the one that does not show it", seen, 1);
    CHECK_INT("but it counts", presence_count(a, 3000), 2);
    seen = 0;
    presence_each_account(a, 3000 + 2 * POLL_MS, 50, note_visit, &seen);
    CHECK_INT("all gone", seen, 0);
    presence_free(a);
}

TEST(presence_fingerprint_changes_with_who_is_online) {
    Presence *a = presence_new(), *b = presence_new();
    CHECK("nobody", presence_fingerprint(a, 0) == presence_fingerprint(b, 0));
    for (int i = 1; i <= 3; i++) {
        presence_note(a, i, 1000);
        presence_note(b, 4 - i, 1000);
    }
    CHECK("in any order", presence_fingerprint(a, 1000) == presence_fingerprint(b, 1000));
    uint64_t before = presence_fingerprint(a, 1000);
    int64_t later_ms = 1000 + 2 * POLL_MS;
    for (int i = 2; i <= 4; i++)
        presence_note(a, i, later_ms);
    CHECK_INT("as many", presence_count(a, later_ms), 3);
    CHECK("one left, another one came", presence_fingerprint(a, later_ms) != before);
    presence_free(a);
    presence_free(b);
}

// A browser that requested something leaves when its socket closes; a bot has no socket.
TEST(presence_tells_polls_from_other_requests) {
    Presence *a = presence_new();
    presence_note_request(a, &(UserRow){.id = 1, .kind = USER_ACCOUNT, .shows_online = true},
                          "192.0.2.1", 1000);
    CHECK("a page was loaded", !presence_is_polling(a, 1, 1000));
    presence_note_poll(a, 1, 2000);
    CHECK("polls", presence_is_polling(a, 1, 2000));
    presence_note_request(a, &(UserRow){.id = 1, .kind = USER_ACCOUNT, .shows_online = true},
                          "192.0.2.1", 2000 + 2 * POLL_MS);
    CHECK("polls no longer", !presence_is_polling(a, 1, 2000 + 2 * POLL_MS));
    CHECK("is still online", presence_is_online(a, 1, 2000 + 2 * POLL_MS));
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

// ---- On other instances

static void note_room(void *context, const char *game) {
    Str *changed = context;
    str_add(changed, " %s", game);
}

static void note_member(void *context, UserId user) {
    str_add(context, " %lld", (long long)user);
}

// The players of the game are 1 and 2.
static const struct {
    const char *row, *notes; // with ; between; r: in the study room
    int here, watchers;      // bits of the seats
    const char *members;
} remote_rows[] = {
    {"nobody", "", 0, 0, ""},
    {"a player", "p 7 1 1 0 game", 1, 0, ""},
    {"both, and others", "p 7 1 1 0 game;p 7 1 2 0 game;p 7 1 3 0 game;p 7 1 4 0 game", 3, 2, ""},
    {"a player on two instances", "p 7 1 1 0 game;p 8 1 1 0 game;p 8 1 3 0 game", 1, 1, ""},
    {"told twice", "p 7 1 3 0 game;p 7 1 3 0 game", 0, 1, ""},
    {"another game", "p 7 1 3 0 other;p 7 1 1 0 other", 0, 0, ""},
    {"online only", "p 7 1 1 0 ;p 7 1 3 0 ", 0, 0, ""},
    {"left", "p 7 1 1 0 game;p 7 1 3 0 game;p 7 0 1 0 game;p 7 0 3 0 game", 0, 0, ""},
    {"left on one instance", "p 7 1 1 0 game;p 8 1 1 0 game;p 7 0 1 0 game", 1, 0, ""},
    {"never came", "p 7 0 1 0 game;p 7 1 3 0 game;p 8 0 3 0 game", 0, 1, ""},
    {"a room", "r 7 1 3 0 game;r 7 1 1 0 game;r 8 1 4 0 other", 0, 0, " 1 3"},
    {"a room and the game", "r 7 1 3 0 game;p 7 1 3 0 game;p 7 1 4 0 game", 0, 2, " 3"},
    {"left the room", "r 7 1 3 0 game;r 7 1 4 0 game;p 7 1 3 0 game;r 7 0 3 0 game", 0, 1, " 4"},
    {"an instance asks for all again", "p 7 1 3 0 game;r 7 1 4 0 game;p 8 1 5 0 game;h 7", 0, 1,
     ""},
};

TEST(remote_presence_rows) {
    for (int i = 0; i < COUNT(remote_rows); i++) {
        const char *row = remote_rows[i].row;
        Presence *presence = presence_new();
        Subscriptions *games = subscriptions_new(), *rooms = subscriptions_new();
        RemotePresence *r = remote_presence_new(presence, games);
        Str changed = {0}, members = {0};
        GameView view = {.summary = {.id = {"game"}, .seats = {{.player = 1}, {.player = 2}}}};
        remote_presence_add_rooms(r, rooms, note_room, &changed);
        for (const char *at = remote_rows[i].notes; *at; at += strcspn(at, ";"), at += *at == ';') {
            char note[64];
            snprintf(note, sizeof note, "%.*s", (int)strcspn(at, ";"), at);
            if (*note == 'h')
                remote_presence_hear_question(r, note + 2);
            else
                remote_presence_hear(r, note + 2, *note == 'r');
        }
        remote_presence_fill(r, &view);
        CHECK_INT(row, view.summary.seats[0].here | view.summary.seats[1].here << 1,
                  remote_rows[i].here);
        CHECK_INT(row, view.watchers, remote_rows[i].watchers);
        for (UserId user = 1; user <= 2; user++)
            CHECK_INT(row, remote_presence_has(r, user, "game"),
                      remote_rows[i].here >> (user - 1) & 1);
        remote_presence_each_in_room(r, "game", note_member, &members);
        CHECK_TEXT(row, str_text(&members), remote_rows[i].members);
        CHECK_INT(row, changed.len > 0, strstr(remote_rows[i].notes, "r 7") != NULL);
        remote_presence_free(r);
        subscriptions_free(games);
        subscriptions_free(rooms);
        presence_free(presence);
        str_release(&changed);
        str_release(&members);
    }
}

TEST(remote_presence_of_a_game_that_thousands_watch) {
    enum { WATCHERS = 20000 };
    Presence *presence = presence_new();
    Subscriptions *games = subscriptions_new();
    RemotePresence *r = remote_presence_new(presence, games);
    GameView view = {.summary = {.id = {"game"}, .seats = {{.player = 1}, {.player = 2}}}};
    char note[64];
    for (int came = 1; came >= 0; came--) {
        for (int user = 1; user <= WATCHERS; user++) {
            snprintf(note, sizeof note, "7 %d %d 0 game", came, user);
            remote_presence_hear(r, note, false);
        }
        view.watchers = 0;
        remote_presence_fill(r, &view);
        CHECK_INT("watchers", view.watchers, came ? WATCHERS - 2 : 0);
    }
    remote_presence_free(r);
    subscriptions_free(games);
    presence_free(presence);
}
