// Users, login sessions, tokens and ratings as stored.
#include "store/users.h"

#include "base/number.h"
#include "store/statement.h"
#include "store/test_database.h"
#include "test.h"

#include <stdio.h>

static Store *open_store(void) {
    Error err = {0};
    Store *s = store_open(":memory:", &err);
    CHECK_TEXT("opening", err.text, "");
    return s;
}

static UserId add_user(Store *s, const char *name, const char *password) {
    UserRow user = {.kind = USER_ACCOUNT, .created = 1};
    Error err = {0};
    snprintf(user.name, sizeof user.name, "%s", name);
    UserId id = user_add(s, &user, name, password, &err);
    CHECK_TEXT(name, err.text, "");
    return id;
}

// ---- Names

TEST(username_check_rows) {
    static const struct {
        const char *row, *name;
        Status want;
    } rows[] = {
        {"one character", "a", STATUS_NAME_LENGTH},
        {"two", "ab", STATUS_OK},
        {"twenty", "abcdefghijklmnopqrst", STATUS_OK},
        {"twenty-one", "abcdefghijklmnopqrstu", STATUS_NAME_LENGTH},
        {"twenty Chinese characters", "一一一一一一一一一一一一一一一一一一一一", STATUS_OK},
        {"empty", "", STATUS_NAME_LENGTH},
        {"ends of the ranges", "09AZaz-_", STATUS_OK},
        {"before 0", "/a", STATUS_NAME_LETTERS},
        {"after 9", ":a", STATUS_NAME_LETTERS},
        {"before A", "@a", STATUS_NAME_LETTERS},
        {"after Z", "[a", STATUS_NAME_LETTERS},
        {"before _", "^a", STATUS_NAME_LETTERS},
        {"before a", "`a", STATUS_NAME_LETTERS},
        {"after z", "{a", STATUS_NAME_LETTERS},
        {"before -", ",a", STATUS_NAME_LETTERS},
        {"after -", ".a", STATUS_NAME_LETTERS},
        {"a letter that looks like a", "аb", STATUS_NAME_LETTERS},
        {"two bytes", "éb", STATUS_NAME_LETTERS},
        {"four bytes", "😀b", STATUS_NAME_LETTERS},
        {"broken UTF-8", "\xe4\xb8", STATUS_NAME_LETTERS},
        {"a broken character at the end", "ab\xe4", STATUS_NAME_LETTERS},
        {"a level", "Level-3", STATUS_NAME_TAKEN},
        {"a level without a blank", "level10", STATUS_NAME_TAKEN},
        {"a level for beginners", "level_-2", STATUS_NAME_TAKEN},
        {"a level in disguise", "L-e-v-e-l-3_1-", STATUS_NAME_TAKEN},
        {"a Chinese level", "第3级", STATUS_NAME_TAKEN},
        {"a Japanese level", "レベル-3", STATUS_NAME_TAKEN},
        {"a guest", "Guest-1234567", STATUS_NAME_TAKEN},
        {"a deleted user", "deleted7", STATUS_NAME_TAKEN},
        {"the operator", "Admin", STATUS_NAME_TAKEN},
        {"the operator in disguise", "-A_d-min1", STATUS_NAME_TAKEN},
        {"the program", "Pentad", STATUS_NAME_TAKEN},
        {"a Chinese operator", "管理员", STATUS_NAME_TAKEN},
        {"more than the operator", "Admiral", STATUS_OK},
        {"no number", "Level", STATUS_OK},
        {"only a separator", "guest-", STATUS_OK},
        {"more than a number", "Level3fan", STATUS_OK},
        {"something before", "my-level3", STATUS_OK},
        {"no end of the Chinese one", "第3", STATUS_OK},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        CHECK_INT(rows[i].row, username_check(rows[i].name, &err), rows[i].want);
        CHECK_INT(rows[i].row, *err.text == '\0', rows[i].want == STATUS_OK);
    }
}

// The first and last characters of each range, and their neighbors outside.
TEST(username_check_ranges_of_characters) {
    static const struct {
        unsigned c;
        bool ok;
    } rows[] = {
        {0x3004, false}, {0x3005, true},  {0x3007, true},  {0x3008, false}, {0x3040, false},
        {0x3041, true},  {0x3096, true},  {0x3097, false}, {0x30a0, false}, {0x30a1, true},
        {0x30fa, true},  {0x30fb, false}, {0x30fc, true},  {0x30fd, false}, {0x33ff, false},
        {0x3400, true},  {0x4dbf, true},  {0x4dc0, false}, {0x4dff, false}, {0x4e00, true},
        {0x9fff, true},  {0xa000, false}, {0xabff, false}, {0xac00, true},  {0xd7a3, true},
        {0xd7a4, false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        unsigned c = rows[i].c;
        char name[] = {(char)(0xe0 | c >> 12), (char)(0x80 | (c >> 6 & 0x3f)),
                       (char)(0x80 | (c & 0x3f)), 'b', '\0'};
        Error err = {0};
        CHECK_INT(name, username_check(name, &err), rows[i].ok ? STATUS_OK : STATUS_NAME_LETTERS);
    }
}

TEST(username_fold_changes_only_capitals) {
    Str out = {0};
    username_fold("@AZ[`az{09-_Ä一", &out);
    CHECK_TEXT("folded", str_text(&out), "@az[`az{09-_Ä一");
    str_release(&out);
}

// ---- Users

static void check_user(const char *row, const UserRow *u, const char *want) {
    Str text = {0};
    str_add(&text, "%lld %s %d %s %d%d%d %lld %d-%d-%d", (long long)u->id, user_kind_name(u->kind),
            u->level, u->name, u->chat, u->shows_online, u->is_bot, (long long)u->created, u->won,
            u->lost, u->drawn);
    CHECK_TEXT(row, str_text(&text), want);
    str_release(&text);
}

TEST(users_every_field_is_kept) {
    Store *s = open_store();
    Error err = {0};
    UserRow level = {.kind = USER_LEVEL, .level = 7, .name = "Level 7", .created = 12}, u;
    CHECK_INT("the first id", add_user(s, "other", NULL), 1);
    CHECK_INT("the next one", user_add(s, &level, "level 7", NULL, &err), 2);
    CHECK("by name", user_find_by_name(s, "level 7", &u, &err));
    check_user("a level", &u, "2 level 7 Level 7 110 12 0-0-0");
    CHECK("a score", user_add_score(s, 2, 3, 2, 1, &err));
    CHECK("another", user_add_score(s, 2, 10, 20, 30, &err));
    CHECK("of another user", user_add_score(s, 1, 0, 0, 1, &err));
    u = (UserRow){.id = 2, .kind = USER_ACCOUNT, .name = "Ben"};
    CHECK("update", user_update(s, &u, "ben", NULL, &err));
    CHECK("by id", user_find(s, 2, &u, &err));
    check_user("updated", &u, "2 account 7 Ben 000 12 13-22-31");
    CHECK("the other one", user_find_by_name(s, "other", &u, &err));
    check_user("not updated", &u, "1 account 0 other 110 1 0-0-1");
    CHECK("nobody has the old name", !user_find_by_name(s, "level 7", &u, &err));
    CHECK("no such user", !user_find(s, 3, &u, &err));
    CHECK_TEXT("errors", err.text, "");
    CHECK_INT("a name that is taken", user_add(s, &level, "ben", NULL, &err), 0);
    CHECK("says so", *err.text);
    store_close(s);
}

TEST(users_password_is_kept_unless_replaced) {
    Store *s = open_store();
    Error err = {0};
    Str hash = {0};
    UserId ann = add_user(s, "ann", "one"), guest = add_user(s, "guest", NULL);
    UserRow u;
    CHECK("ann", user_find(s, ann, &u, &err));
    CHECK("without a password", user_update(s, &u, "ann", NULL, &err));
    CHECK("has one", user_password_hash(s, ann, &hash, &err));
    CHECK_TEXT("the same", str_text(&hash), "one");
    CHECK("another", user_update(s, &u, "ann", "two", &err));
    str_clear(&hash);
    CHECK("has it", user_password_hash(s, ann, &hash, &err));
    CHECK_TEXT("replaced", str_text(&hash), "two");
    str_clear(&hash);
    CHECK("a guest has none", !user_password_hash(s, guest, &hash, &err));
    CHECK("nor has nobody", !user_password_hash(s, guest + 1, &hash, &err));
    CHECK_TEXT("errors", err.text, "");
    str_release(&hash);
    store_close(s);
}

static void add_name(void *context, const UserRow *user) {
    str_add(context, "%s ", user->name);
}

static void check_list(const char *row, Store *s, UserQuery query, const char *want) {
    Error err = {0};
    Str names = {0};
    CHECK(row, user_each(s, &query, add_name, &names, &err));
    CHECK_TEXT(row, str_text(&names), want);
    str_release(&names);
}

TEST(users_are_listed_by_name) {
    Store *s = open_store();
    Error err = {0};
    UserRow level = {.kind = USER_LEVEL, .level = 7, .name = "Level 7"};
    UserRow guest = {.kind = USER_GUEST, .name = "Guest 1"};
    UserId ben = add_user(s, "ben", NULL);
    add_user(s, "ann", NULL);
    add_user(s, "zoe", NULL);
    user_add(s, &level, "level 7", NULL, &err);
    user_add(s, &guest, "guest 1", NULL, &err);
    CHECK("banned", user_set_banned(s, ben, 5, &err));
    check_list("accounts", s, (UserQuery){.from = "", .limit = 9}, "ann ben zoe ");
    check_list("guests, too", s, (UserQuery){.from = "", .limit = 9, .guests = true},
               "ann ben Guest 1 zoe ");
    check_list("the first two", s, (UserQuery){.from = "", .limit = 2}, "ann ben ");
    check_list("from a name", s, (UserQuery){.from = "ben", .limit = 9}, "ben zoe ");
    check_list("banned", s, (UserQuery){.from = "", .limit = 9, .only_banned = true}, "ben ");
    UserRow u;
    CHECK("ben", user_find(s, ben, &u, &err));
    CHECK_INT("since", u.banned, 5);
    CHECK("no longer", user_set_banned(s, ben, 0, &err) && user_find(s, ben, &u, &err));
    CHECK_INT("not banned", u.banned, 0);
    store_close(s);
}

TEST(users_anonymized_leave_nothing_of_their_own) {
    Store *s = open_store();
    Error err = {0};
    Str hash = {0};
    SecretHash secret = {{1}};
    UserId ann = add_user(s, "ann", "password"), ben = add_user(s, "ben", "password");
    UserId both[] = {ann, ben};
    for (int i = 0; i < 2; i++) {
        secret.bytes[1] = (uint8_t)i;
        login_session_add(s, &secret, both[i], NULL, 1, &err);
        password_reset_add(s, &secret, both[i], 100, &err);
        rating_save(s, both[i], "gomoku", &(RatingRow){1500, 50, 0.06, 3}, &err);
        puzzle_attempt_add(s, both[i], &(PuzzleAttemptRow){.at = 1, .puzzle = "x", .day = -1},
                           &err);
    }
    UserRow u;
    RatingRow rating;
    CHECK("ann", user_find(s, ann, &u, &err));
    CHECK("anonymized", user_anonymize(s, &u, &err));
    CHECK_TEXT("her name", u.name, "Deleted 1");
    CHECK("found by id", user_find(s, ann, &u, &err));
    check_user("what is left", &u, "1 guest 0 Deleted 1 100 1 0-0-0");
    CHECK("not by name", !user_find_by_name(s, "ann", &u, &err));
    CHECK("no password", !user_password_hash(s, ann, &hash, &err));
    for (int i = 0; i < 2; i++) {
        LoginSessionRow row;
        secret.bytes[1] = (uint8_t)i;
        CHECK_INT("session", login_session_find(s, &secret, &row, &err), i);
        CHECK_INT("reset", password_reset_find(s, &secret, 1, &err), i ? ben : 0);
        CHECK_INT("rating", rating_find(s, both[i], "gomoku", &rating, &err), i);
    }
    CHECK_TEXT("errors", err.text, "");
    str_release(&hash);
    store_close(s);
}

TEST(users_password_resets) {
    Store *s = open_store();
    Error err = {0};
    UserId ann = add_user(s, "ann", NULL), ben = add_user(s, "ben", NULL);
    SecretHash one = {{1}}, two = {{2}}, three = {{3}};
    CHECK("ann's", password_reset_add(s, &one, ann, 100, &err));
    CHECK("ben's", password_reset_add(s, &two, ben, 200, &err));
    CHECK_INT("valid", password_reset_find(s, &one, 99, &err), ann);
    CHECK_INT("expired", password_reset_find(s, &one, 100, &err), 0);
    CHECK_INT("unknown", password_reset_find(s, &three, 1, &err), 0);
    CHECK("a new one", password_reset_add(s, &three, ann, 100, &err));
    CHECK_INT("replaces the first", password_reset_find(s, &one, 1, &err), 0);
    CHECK_INT("and works", password_reset_find(s, &three, 1, &err), ann);
    CHECK("deleted", password_reset_delete(s, ann, &err));
    CHECK_INT("gone", password_reset_find(s, &three, 1, &err), 0);
    CHECK_INT("ben's is not", password_reset_find(s, &two, 1, &err), ben);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

// ---- Sessions and tokens

static SecretHash hash_of(int n) {
    SecretHash hash = {{0}};
    hash.bytes[HASH_SIZE - 1] = (uint8_t)n; // the last byte counts too
    return hash;
}

static void add_session(Store *s, int n, UserId user, const char *label, int64_t now) {
    Error err = {0};
    SecretHash hash = hash_of(n);
    CHECK("a session", login_session_add(s, &hash, user, label, now, &err));
}

// The id of a session; 0 if it does not exist.
static int64_t session_id(Store *s, int n) {
    Error err = {0};
    LoginSessionRow row = {0};
    SecretHash hash = hash_of(n);
    bool found = login_session_find(s, &hash, &row, &err);
    CHECK_TEXT("session", err.text, "");
    return found ? row.id : 0;
}

TEST(sessions_oldest_of_a_full_user) {
    Store *s = open_store();
    Error err = {0};
    UserId ann = add_user(s, "ann", NULL), ben = add_user(s, "ben", NULL);
    add_session(s, 1, ann, "a token", 1);
    add_session(s, 2, ben, NULL, 2);
    add_session(s, 3, ann, NULL, 9);
    add_session(s, 4, ann, NULL, 7);
    CHECK_INT("fewer", login_session_oldest(s, ann, 3, &err), 0);
    CHECK_INT("as many", login_session_oldest(s, ann, 2, &err), session_id(s, 4));
    CHECK_INT("more", login_session_oldest(s, ann, 1, &err), session_id(s, 4));
    CHECK_INT("none", login_session_oldest(s, ann + ben, 1, &err), 0);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(login_session_rows) {
    Store *s = open_store();
    Error err = {0};
    // Before ann, so that her number is neither that of a session nor a flag.
    add_user(s, "yan", NULL);
    add_user(s, "zoe", NULL);
    UserId ann = add_user(s, "ann", NULL), ben = add_user(s, "ben", NULL);
    LoginSessionRow row = {0};
    SecretHash hash = hash_of(2);
    CHECK_INT("never used", login_session_last_used(s, ann, &err), 0);
    add_session(s, 1, ann, NULL, 100);
    add_session(s, 2, ann, "bot", 50);
    add_session(s, 3, ben, NULL, 300);
    CHECK("found", login_session_find(s, &hash, &row, &err));
    CHECK_INT("its number", row.id, 2);
    CHECK_INT("user", row.user, ann);
    CHECK_INT("a token", row.is_token, true);
    CHECK_INT("used", row.used, 50);
    CHECK_INT("ann's last use", login_session_last_used(s, ann, &err), 100);
    CHECK("touched", login_session_touch(s, row.id, 400, &err));
    CHECK_INT("ann's last use now", login_session_last_used(s, ann, &err), 400);
    CHECK_INT("ben's is the same", login_session_last_used(s, ben, &err), 300);
    hash = hash_of(1);
    CHECK("a browser", login_session_find(s, &hash, &row, &err) && !row.is_token);
    CHECK_INT("its use", row.used, 100);
    CHECK("deleted", login_session_delete(s, row.user, row.id, &err));
    CHECK_INT("it is gone", session_id(s, 1), 0);
    CHECK("the others are not", session_id(s, 2) && session_id(s, 3));
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(login_session_deletions) {
    Store *s = open_store();
    Error err = {0};
    UserId ann = add_user(s, "ann", NULL), ben = add_user(s, "ben", NULL);
    add_session(s, 1, ann, NULL, 100);
    add_session(s, 2, ann, NULL, 100);
    add_session(s, 3, ann, "bot", 100);
    add_session(s, 4, ben, NULL, 100);
    CHECK("all but one", login_session_delete_others(s, ann, session_id(s, 2), &err));
    CHECK("the others are gone, tokens too", !session_id(s, 1) && !session_id(s, 3));
    CHECK("this one stays, and another user's", session_id(s, 2) && session_id(s, 4));
    add_session(s, 5, ann, "bot", 10);
    add_session(s, 6, ann, NULL, 99);
    CHECK("unused ones", login_session_delete_unused(s, 100, &err));
    CHECK("used before", !session_id(s, 6));
    CHECK("used then, or a token", session_id(s, 2) && session_id(s, 4) && session_id(s, 5));
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(tokens_are_listed_and_revoked) {
    Store *s = open_store();
    Error err = {0};
    TokenRow tokens[TOKENS_MAX];
    UserId ann = add_user(s, "ann", NULL), ben = add_user(s, "ben", NULL);
    UserRow u;
    add_session(s, 1, ann, NULL, 100);
    CHECK("not a bot", user_find(s, ann, &u, &err) && !u.is_bot);
    add_session(s, 2, ann, "first", 20);
    add_session(s, 3, ben, "ben's", 30);
    add_session(s, 4, ann, "second", 10);
    CHECK("a bot", user_find(s, ann, &u, &err) && u.is_bot);
    CHECK("touched", login_session_touch(s, session_id(s, 2), 77, &err));
    CHECK_INT("how many", token_list(s, ann, tokens, &err), 2);
    CHECK_INT("id", tokens[0].id, session_id(s, 2));
    CHECK_TEXT("label", tokens[0].label, "first");
    CHECK_INT("created", tokens[0].created, 20);
    CHECK_INT("used", tokens[0].used, 77);
    CHECK_TEXT("in order", tokens[1].label, "second");
    CHECK("of another user", token_revoke(s, ben, tokens[0].id, &err) && session_id(s, 2));
    CHECK("a browser's session", token_revoke(s, ann, session_id(s, 1), &err) && session_id(s, 1));
    CHECK("revoked", token_revoke(s, ann, tokens[0].id, &err) && !session_id(s, 2));
    CHECK("the other one is there", session_id(s, 4));
    for (int i = 0; i < TOKENS_MAX + 2; i++)
        add_session(s, 100 + i, ben, "many", i);
    CHECK_INT("at most", token_list(s, ben, tokens, &err), TOKENS_MAX);
    CHECK_INT("the first ones", tokens[TOKENS_MAX - 1].created, TOKENS_MAX - 2);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

// ---- Ratings

TEST(ratings_are_kept_by_pool) {
    Store *s = open_store();
    Error err = {0};
    UserId ann = add_user(s, "ann", NULL), ben = add_user(s, "ben", NULL);
    RatingRow row = {0};
    CHECK("none yet", !rating_find(s, ann, "renju", &row, &err));
    CHECK("saved", rating_save(s, ann, "renju", &(RatingRow){1500.5, 200.25, 0.06, 3}, &err));
    CHECK("another pool", rating_save(s, ann, "gomoku", &(RatingRow){1, 2, 3, 4}, &err));
    CHECK("another user", rating_save(s, ben, "renju", &(RatingRow){5, 6, 7, 8}, &err));
    CHECK("found", rating_find(s, ann, "renju", &row, &err));
    CHECK("every field", row.rating == 1500.5 && row.deviation == 200.25 && row.volatility == 0.06);
    CHECK_INT("games", row.games, 3);
    CHECK("replaced", rating_save(s, ann, "renju", &(RatingRow){1600, 100, 0.05, 4}, &err));
    CHECK("found again", rating_find(s, ann, "renju", &row, &err) && row.rating == 1600);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(ratings_in_memory_are_those_in_the_database) {
    static const char *const pools[] = {"gomoku", "renju", "caro", "mist", "another"};
    Store *s = open_store();
    Error err = {0};
    UserId ann = add_user(s, "ann", NULL);
    RatingRow row = {0};
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < COUNT(pools); i++) {
            CHECK_INT("there", rating_find_cached(s, ann, pools[i], &row, &err), round > 0);
            CHECK("the last one", round == 0 || row.rating == 100 * round + i);
            RatingRow next = {100 * (round + 1) + i, 2, 3, 4};
            CHECK("saved", rating_save(s, ann, pools[i], &next, &err));
            for (int again = 0; again < 2; again++)
                CHECK("at once", rating_find_cached(s, ann, pools[i], &row, &err) &&
                                     row.rating == next.rating);
        }
    UserRow user;
    CHECK("another user", !rating_find_cached(s, ann + 1024, "renju", &row, &err));
    CHECK("ann", user_find(s, ann, &user, &err) && user_anonymize(s, &user, &err));
    CHECK("none is left", !rating_find_cached(s, ann, "renju", &row, &err));
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

POSTGRES_TEST(store_reads_the_users_of_a_list_by_two_statements) {
    enum { USERS = 40 };
    static const char *const pools[] = {"gomoku", "renju", "caro", "mist", "another"};
    Str location = test_location();
    Error err = {0};
    Store *s = store_open_shared(str_text(&location), &err);
    UserId ids[USERS + 2] = {0};
    UserRow user;
    RatingRow rating = {0};
    for (int i = 0; i < USERS; i++) {
        char name[16];
        snprintf(name, sizeof name, "user%d", i);
        ids[i] = add_user(s, name, NULL);
        for (int k = 0; k < i % 6; k++) // of the last ones more than are kept
            rating_save(s, ids[i], pools[k], &(RatingRow){100 * k + i, 2, 3, 4}, &err);
    }
    ids[USERS] = ids[0];
    CHECK("committed", store_commit(s, &err));
    users_forget(s);
    int64_t trips = store_round_trips(s);
    users_prefetch(s, ids, USERS + 2);
    CHECK_INT("waits", (int)(store_round_trips(s) - trips), 2);
    users_prefetch(s, ids, USERS + 2);
    for (int i = 0; i < USERS; i++) {
        CHECK("a user", user_find(s, ids[i], &user, &err) && user.id == ids[i]);
        for (int k = 0; k < COUNT(pools) && i % 6 < 5; k++) {
            CHECK_INT("rated", rating_find_cached(s, ids[i], pools[k], &rating, &err), k < i % 6);
            CHECK("right", k >= i % 6 || rating.rating == 100 * k + i);
        }
    }
    CHECK("nearly all from memory", store_round_trips(s) - trips < 20); // places are few
    for (int k = 0; k < COUNT(pools); k++)
        CHECK("also of whom not all fit", rating_find_cached(s, ids[5], pools[k], &rating, &err) &&
                                              rating.rating == 100 * k + 5);
    rating_save(s, ids[3], "mist", &(RatingRow){7, 2, 3, 4}, &err);
    user_add_score(s, ids[3], 1, 0, 0, &err);
    CHECK("a new rating",
          rating_find_cached(s, ids[3], "mist", &rating, &err) && rating.rating == 7);
    CHECK("a new score", user_find(s, ids[3], &user, &err) && user.won == 1);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
    test_location_remove(&location);
}

TEST(ratings_history_has_the_last_games) {
    Store *s = open_store();
    Error err = {0};
    UserId ann = add_user(s, "ann", NULL), ben = add_user(s, "ben", NULL);
    double history[RATING_HISTORY_MAX];
    CHECK_INT("none", rating_history(s, ann, "renju", history, &err), 0);
    for (int i = 1; i <= RATING_HISTORY_MAX + 7; i++)
        CHECK("saved", rating_save(s, ann, "renju", &(RatingRow){1000 + i, 1, 1, i}, &err));
    CHECK("another pool", rating_save(s, ann, "caro", &(RatingRow){1, 2, 3, 4}, &err));
    CHECK("another user", rating_save(s, ben, "renju", &(RatingRow){1, 2, 3, 4}, &err));
    CHECK_INT("at most", rating_history(s, ann, "renju", history, &err), RATING_HISTORY_MAX);
    CHECK("the earliest first", history[0] == 1008 && history[1] == 1009);
    CHECK("the last one", history[RATING_HISTORY_MAX - 1] == 1000 + RATING_HISTORY_MAX + 7);
    CHECK_INT("another pool", rating_history(s, ann, "caro", history, &err), 1);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(ratings_leaderboard_has_the_best_first) {
    Store *s = open_store();
    Error err = {0};
    static const char *const names[] = {"low", "high", "middle"};
    static const double ratings[] = {1200, 1800, 1500};
    LeaderboardRow rows[3];
    for (int i = 0; i < COUNT(names); i++) {
        UserId user = add_user(s, names[i], NULL);
        CHECK("saved",
              rating_save(s, user, "renju", &(RatingRow){ratings[i], 50, 0.06, 10 + i}, &err));
        CHECK("another pool", rating_save(s, user, "caro", &(RatingRow){1, 1, 1, 1}, &err));
    }
    CHECK_INT("at most", rating_leaderboard(s, "renju", rows, 2, &err), 2);
    CHECK_TEXT("first", rows[0].user.name, "high");
    CHECK_TEXT("second", rows[1].user.name, "middle");
    CHECK("its rating", rows[1].rating.rating == 1500 && rows[1].rating.deviation == 50 &&
                            rows[1].rating.volatility == 0.06);
    CHECK_INT("its games", rows[1].rating.games, 12);
    CHECK_INT("all", rating_leaderboard(s, "renju", rows, 3, &err), 3);
    CHECK_TEXT("last", rows[2].user.name, "low");
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

// Whoever has thousands of guests can choose among their numbers, but not who shares a place. What
// changes without the store's knowledge shows who is still in memory.
TEST(users_in_memory_do_not_take_each_others_places) {
    enum { STEP = 1024, CHOSEN = 40 };
    Store *s = open_store();
    Error err = {0};
    int kept = 0;
    RatingRow rating;
    UserRow row;
    for (int i = 0; i < STEP * CHOSEN; i++) {
        snprintf(row.name, sizeof row.name, "u%d", i);
        user_add(s, &(UserRow){.kind = USER_GUEST}, row.name, NULL, &err);
    }
    for (int i = 0; i < CHOSEN; i++) {
        CHECK("a user", user_find(s, 1 + i * STEP, &row, &err));
        rating_find_cached(s, 1 + i * STEP, "renju", &rating, &err);
    }
    for (int i = 0; i < CHOSEN; i++)
        statement_write(s, SQL_USER_BAN, VALUES(sql_number(1 + i * STEP), sql_number(7)), &err);
    for (int i = 0; i < CHOSEN; i++)
        kept += user_find(s, 1 + i * STEP, &row, &err) && !row.banned;
    CHECK("nearly all", kept > CHOSEN - 5);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(users_named_numbers) {
    Store *s = open_store();
    Error err = {0};
    CHECK_INT("never put", store_value(s, "clock"), 0);
    CHECK("put", store_put_value(s, "clock", 5, &err) && store_put_value(s, "other", 6, &err));
    CHECK("again", store_put_value(s, "clock", 7, &err));
    CHECK_INT("replaced", store_value(s, "clock"), 7);
    CHECK_INT("the other one", store_value(s, "other"), 6);
    store_close(s);
}

// Users are cached. Whatever changes one is seen by the next look at it.
TEST(user_changes_are_seen_at_once) {
    Store *s = open_store();
    Error err = {0};
    UserId id = add_user(s, "ann", NULL);
    UserRow row;
    SecretHash hash = hash_of(7);
    CHECK("found", user_find(s, id, &row, &err));
    CHECK("new", row.won == 0 && row.lost == 0 && row.drawn == 0 && !row.banned && !row.is_bot);
    CHECK("score", user_add_score(s, id, 1, 2, 3, &err) && user_find(s, id, &row, &err));
    CHECK("its score", row.won == 1 && row.lost == 2 && row.drawn == 3);
    CHECK("banned", user_set_banned(s, id, 17, &err) && user_find(s, id, &row, &err));
    CHECK_INT("since", row.banned, 17);
    CHECK("not a token", login_session_add(s, &hash, id, NULL, 5, &err));
    CHECK("so no bot", user_find(s, id, &row, &err) && !row.is_bot);
    hash = hash_of(8);
    CHECK("a token", login_session_add(s, &hash, id, "bot", 5, &err));
    CHECK("a bot", user_find(s, id, &row, &err) && row.is_bot);
    CHECK("deleted", login_session_delete_others(s, id, 0, &err));
    CHECK("no bot", user_find(s, id, &row, &err) && !row.is_bot);
    snprintf(row.name, sizeof row.name, "Anna");
    CHECK("renamed", user_update(s, &row, "anna", NULL, &err) && user_find(s, id, &row, &err));
    CHECK_TEXT("name", row.name, "Anna");
    CHECK("committed", store_commit(s, &err));
    CHECK("score", user_add_score(s, id, 1, 0, 0, &err) && user_find(s, id, &row, &err));
    CHECK_INT("before the commit", row.won, 2);
    CHECK("anonymous", user_anonymize(s, &row, &err) && user_find(s, id, &row, &err));
    CHECK_TEXT("name", row.name, "Deleted 1");
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}
