// Tables for untrusted input (cookies, paths, addresses, headers, JSON fields), passwords, rate
// limits and the login throttle.
#include "server/http/http_validate.h"

#include "base/number.h"
#include "server/accounts/login_throttle.h"
#include "server/accounts/secret.h"
#include "server/http/rate_limit.h"
#include "test.h"

#include <string.h>

TEST(cookies_are_found) {
    static const struct {
        const char *cookies, *want; // NULL: not found
    } rows[] = {
        {"session=abc", "abc"},
        {"a=b; session=abc; c=d", "abc"},
        {"a=b;session=abc", "abc"},
        {"xsession=abc", NULL},
        {"sessions=abc", NULL},
        {"session =abc", NULL},
        {"\tsession=0123456", "0123456"},
        {"session", NULL},
        {"session=", NULL},
        {"session=abc; session=abc", NULL},
        {"session=0123456789", NULL},
        {"", NULL},
        {";;;=;", NULL},
        {NULL, NULL},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char value[8] = "";
        bool found = cookie_find(rows[i].cookies, "session", value, sizeof value);
        CHECK_TEXT(rows[i].cookies ? rows[i].cookies : "none", found ? value : "-",
                   rows[i].want ? rows[i].want : "-");
    }
}

TEST(paths_are_parsed) {
    static const struct {
        const char *path;
        int parts; // -1: rejected
        const char *last;
    } rows[] = {
        {"/", 0, NULL},
        {"/api/lobby", 2, "lobby"},
        {"/game/", 1, "game"},
        {"/a%20b", 1, "a b"},
        {"/%e4%ba%94", 1, "\xe4\xba\x94"},
        {"", -1, NULL},
        {"api", -1, NULL},
        {"//", -1, NULL},
        {"/a//b", -1, NULL},
        {"/..", -1, NULL},
        {"/a/../b", -1, NULL},
        {"/.hidden", -1, NULL},
        {"/%2e%2e", -1, NULL},
        {"/a%2fb", -1, NULL},
        {"/a%5cb", -1, NULL},
        {"/%00", -1, NULL},
        {"/%0a", -1, NULL},
        {"/%", -1, NULL},
        {"/%4", -1, NULL},
        {"/%zz", -1, NULL},
        {"/%ff", -1, NULL},
        {"/1/2/3/4/5/6", 6, "6"},
        {"/%4A%4f", 1, "JO"},
        {"/%aF", -1, NULL},
        {"/%4G", -1, NULL},
        {"/%4@", -1, NULL},
        {"/%4`", -1, NULL},
        {"/%4g", -1, NULL},
        {"/%4:", -1, NULL},
        {"/%4/", -1, NULL},
        {"/%7f", -1, NULL},
        {"/%7e", 1, "~"},
        {"/%1f", -1, NULL},
        {"/\x7f", -1, NULL},
        {"/\\", -1, NULL},
        {"/1/2/3/4/5/6/7", -1, NULL},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Path p;
        bool ok = path_parse(rows[i].path, &p);
        CHECK_INT(rows[i].path, ok ? p.count : -1, rows[i].parts);
        if (rows[i].last)
            CHECK_TEXT(rows[i].path, p.parts[p.count - 1], rows[i].last);
    }
}

TEST(header_lists_with_weights) {
    static const struct {
        const char *list;
        bool accepts; // gzip
    } rows[] = {
        {"gzip", true},
        {"gzap, gzip", true},
        {"gzap", false},
        {"gzip, deflate, br", true},
        {"br,GZIP", true},
        {"deflate , gzip ;q=0.5", true},
        {"gzip;q=1.0", true},
        {"gzip;q=0.001", true},
        {"gzip;q=0", false},
        {"br, gzip; Q=0.000, deflate", false},
        {"gzip;level=1;q=0", false},
        {"xgzip", false},
        {"gzipx", false},
        {"br;q=gzip", false},
        {"*", false},
        {",,,", false},
        {"", false},
        {NULL, false},
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT(rows[i].list ? rows[i].list : "none", header_list_accepts(rows[i].list, "gzip"),
                  rows[i].accepts);
}

TEST(header_lists_of_etags) {
    static const struct {
        const char *list;
        bool has; // "ab"
    } rows[] = {
        {"\"ab\"", true},   {"W/\"ab\"", true}, {"\"x\", \"ab\"", true},
        {"\"ab\" ", true},  {"*", true},        {"\"x\",W/\"ab\",\"y\"", true},
        {"\"abc\"", false}, {"ab", false},      {"\"a\"", false},
        {"W/", false},      {"**", false},      {" , ,", false},
        {"\"cd\"", false},  {"x", false},       {"\"ab\"x", false},
        {"", false},        {NULL, false},
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT(rows[i].list ? rows[i].list : "none",
                  header_list_has_etag(rows[i].list, "\"ab\""), rows[i].has);
}

TEST(forwarded_addresses) {
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"1.2.3.4", "1.2.3.4"},
        {"6.6.6.6, 1.2.3.4", "1.2.3.4"},
        {"::1", "::1"},
        {"", "-"},
        {"1.2.3.4,", "-"},
        {"evil", "-"},
        {"1.2.3.4 x", "-"},
        {"1.2.3.4 ", "-"},
        {"1.2.3.4:5678", "1.2.3.4"},
        {"::ffff:1.2.3.4", "::ffff:1.2.3.4"},
        {"[2001:db8::1]:443", "2001:db8::1"},
        {"[2001:db8::1]", "2001:db8::1"},
        {"2001:db8::1:443", "2001:db8::1:443"},
        {"127.abc", "-"},
        {"127.1", "-"},
        {"2130706433", "-"},
        {"fe80::1%eth0", "-"},
        {"unknown", "-"},
        {":", "-"},
        {"[", "-"},
        {"[]", "-"},
        {"]:1", "-"},
        {"1111:1111:1111:1111:1111:1111:111.111.111.111",
         "1111:1111:1111:1111:1111:1111:111.111.111.111"},
        {"111111111111111111111111111111111111111111111111", "-"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char address[48] = "";
        bool ok = forwarded_address(rows[i].text, address, sizeof address);
        CHECK_TEXT(rows[i].text, ok ? address : "-", rows[i].want);
    }
}

TEST(trusted_proxies) {
    static const struct {
        const char *proxy, *address;
        bool trusted;
    } rows[] = {
        {NULL, "127.0.0.1", true},
        {NULL, "::1", true},
        {NULL, "10.0.0.5", false},
        {"10.0.0.5", "127.0.0.1", true},
        {"10.0.0.5", "10.0.0.5", true},
        {"10.0.0.5", "::ffff:10.0.0.5", true},
        {"::ffff:10.0.0.5", "10.0.0.5", true},
        {"10.0.0.5", "10.0.0.50", false},
        {"10.0.0.5", "unknown", false},
        {"2001:db8:0::1", "2001:db8::1", true},
        {"2001:db8::1", "2001:db8::2", false},
        {"nginx", "10.0.0.5", false},
        {"any", "10.0.0.5", true},
        {"any", "2001:db8::2", true},
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT(rows[i].address, proxy_is_trusted(rows[i].proxy, rows[i].address),
                  rows[i].trusted);
    static const char *const wrong[] = {"", "nginx", "10.0.0.0/8", "10.0.0", "Any"};
    for (int i = 0; i < COUNT(wrong); i++)
        CHECK_INT(wrong[i], proxy_is_valid(wrong[i]), false);
    static const char *const right[] = {"any", "10.0.0.5", "2001:db8::1"};
    for (int i = 0; i < COUNT(right); i++)
        CHECK_INT(right[i], proxy_is_valid(right[i]), true);
}

TEST(addresses_are_reduced_to_networks) {
    static const struct {
        const char *address, *network;
    } rows[] = {
        {"1.2.3.4", "1.2.3.4"},
        {"::1", "::"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
        {"2001:db8:1:2:ffff::", "2001:db8:1:2::"},
        {"2001:db8:1:3::1", "2001:db8:1:3::"},
        {"::ffff:1.2.3.4", "1.2.3.4"},
        {"unknown", "unknown"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char network[ADDRESS_SIZE];
        address_network(rows[i].address, network);
        CHECK_TEXT(rows[i].address, network, rows[i].network);
    }
}

TEST(header_names_are_validated) {
    static const struct {
        const char *name;
        bool valid;
    } rows[] = {
        {"X-Nobody", true},
        {"x!#$%&'*+-.^_`|~9", true},
        {"Transfer-Encoding ", false},
        {" Transfer-Encoding", false},
        {"two words", false},
        {"", false},
        {"a\tb", false},
        {"a:b", false},
        {"\xc3\xa9", false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        RequestHeaders h = {0};
        headers_add(&h, "Host", "localhost");
        headers_add(&h, rows[i].name, "x");
        CHECK(rows[i].name, !headers_error(&h) == rows[i].valid);
    }
}

TEST(a_header_has_no_control_characters) {
    static const struct {
        const char *value;
        bool valid;
    } rows[] = {{"", true},      {"a\tb", true},  {"\xc3\xa9", true}, {"a\rb", false},
                {"a\nb", false}, {"\x01", false}, {"a\x7f", false}};
    for (int i = 0; i < COUNT(rows); i++) {
        RequestHeaders h = {0};
        headers_add(&h, "Host", "localhost");
        headers_add(&h, "X", rows[i].value);
        CHECK(rows[i].value, !headers_error(&h) == rows[i].valid);
    }
}

TEST(secrets_are_long_and_unique) {
    Secret a = secret_new(secret_randomness()), b = secret_new(secret_randomness());
    CHECK_INT("letters", (long long)strlen(a.text), 43);
    CHECK("two of them", strcmp(a.text, b.text) != 0);
    SecretHash abc = secret_hash("abc");
    CHECK_INT("SHA-256 of abc", abc.bytes[0] << 8 | abc.bytes[31], 0xbaad);
    CHECK_TEXT("RFC 6455's example", websocket_accept_key("dGhlIHNhbXBsZSBub25jZQ==").text,
               "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

TEST(passwords_are_verified) {
    Str hash = {0};
    CHECK("hashing", password_hash("correct horse", secret_randomness(), &hash));
    CHECK("argon2id", strncmp(str_text(&hash), "$argon2id$", 10) == 0);
    CHECK("the right one", password_verify("correct horse", str_text(&hash)) == PASSWORD_RIGHT);
    CHECK("a wrong one", password_verify("wrong horse", str_text(&hash)) == PASSWORD_WRONG);
    CHECK("no hash", password_verify("correct horse", "") == PASSWORD_WRONG);
    str_release(&hash);
}

TEST(weak_passwords) {
    static const struct {
        const char *password;
        bool weak;
    } rows[] = {
        {"password", true},        {"Password1!", true},
        {"PASSWORD123", true},     {"123password", true},
        {"12345678", true},        {"87654321", true},
        {"1234567890", true},      {"11111111", true},
        {"12121212", true},        {"abcabcabc", true},
        {"abcdefgh", true},        {"qwertyuiop", true},
        {"qwertz123", true},       {"iloveyou", true},
        {"sunshine1", true},       {"Ann12345", true},
        {"ann-ann-ann", true},     {"correct horse", false},
        {"battery staple", false}, {"kd83hf02", false},
        {"five in a row", false},  {"password of mine", false},
        {"19283746", false},       {"\xe4\xba\x94\xe7\x9b\xae\xe4\xb8\xa6", false},
        {"zyxwvuts", true},        {"98765432", true},
        {"aaaaaaab1", false},
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT(rows[i].password, password_is_weak(rows[i].password, "Ann"), rows[i].weak);
    CHECK("a short name", !password_is_weak("x1928374", "x"));
}

static int count_taken(RateLimiter *l, RateLimitKind kind, const char *key) {
    int taken = 0;
    while (taken < 1000000 && rate_limiter_take(l, kind, key, 1000))
        taken++;
    return taken;
}

TEST(token_bucket_empties_and_refills) {
    RateLimiter *l = rate_limiter_new(1, 1);
    CHECK_INT("at once", count_taken(l, RATE_LIMIT_LOGINS, "1.2.3.4"), 5);
    CHECK("somebody else", rate_limiter_take(l, RATE_LIMIT_LOGINS, "1.2.3.5", 1000));
    CHECK("a little later", !rate_limiter_take(l, RATE_LIMIT_LOGINS, "1.2.3.4", 12000));
    CHECK("a token later", rate_limiter_take(l, RATE_LIMIT_LOGINS, "1.2.3.4", 13001));
    for (int i = 0; i < 200000; i++) {
        char key[16];
        snprintf(key, sizeof key, "%d", i);
        rate_limiter_take(l, RATE_LIMIT_REQUESTS, key, 13001);
    }
    char longest[RATE_LIMIT_KEY_SIZE] = "";
    memset(longest, 'a', sizeof longest - 1);
    CHECK_INT("a long key", count_taken(l, RATE_LIMIT_SESSIONS, longest), 20);
    longest[sizeof longest - 2] = 'b';
    CHECK_INT("one that differs in its last letter", count_taken(l, RATE_LIMIT_SESSIONS, longest),
              20);
    CHECK("a flood of addresses resets nobody",
          !rate_limiter_take(l, RATE_LIMIT_LOGINS, "1.2.3.4", 13001));
    rate_limiter_free(l);
}

TEST(token_bucket_takes_refunds) {
    RateLimiter *l = rate_limiter_new(1, 1);
    for (int i = 0; i < 5; i++)
        rate_limiter_take(l, RATE_LIMIT_LOGINS, "1.2.3.4", 1000);
    rate_limiter_refund(l, RATE_LIMIT_LOGINS, "1.2.3.4", 1000);
    CHECK("one", rate_limiter_take(l, RATE_LIMIT_LOGINS, "1.2.3.4", 1000));
    CHECK("and no more", !rate_limiter_take(l, RATE_LIMIT_LOGINS, "1.2.3.4", 1000));
    for (int i = 0; i < 100; i++)
        rate_limiter_refund(l, RATE_LIMIT_LOGINS, "5.6.7.8", 1000);
    CHECK_INT("never more than it holds", count_taken(l, RATE_LIMIT_LOGINS, "5.6.7.8"), 5);
    rate_limiter_free(l);
}

// Two servers: the notes of each wait in an array until the other hears them.
typedef struct {
    char notes[200][NOTE_MAX];
    int count;
} Notes;

static void keep_note(void *context, const char *note) {
    Notes *n = context;
    snprintf(n->notes[n->count++], NOTE_MAX, "%s", note);
}

static void deliver(Notes *from, RateLimiter *to, int64_t now_ms) {
    for (int i = 0; i < from->count; i++)
        rate_limiter_hear(to, from->notes[i], now_ms);
    from->count = 0;
}

TEST(rate_limits_of_two_servers_are_one) {
    static Notes notes[2];
    RateLimiter *one = rate_limiter_new(1, 1), *two = rate_limiter_new(2, 1);
    rate_limiter_share(one, keep_note, &notes[0]);
    rate_limiter_share(two, keep_note, &notes[1]);
    for (int i = 0; i < 3; i++)
        CHECK("of five", rate_limiter_take(one, RATE_LIMIT_LOGINS, "1.2.3.4", 1000));
    deliver(&notes[0], two, 1000);
    CHECK_INT("two are left", count_taken(two, RATE_LIMIT_LOGINS, "1.2.3.4"), 2);
    CHECK("no address in a note", !strstr(notes[1].notes[0], "1.2.3.4"));
    deliver(&notes[1], one, 1000);
    CHECK_INT("here, too", count_taken(one, RATE_LIMIT_LOGINS, "1.2.3.4"), 0);
    rate_limiter_refund(one, RATE_LIMIT_LOGINS, "1.2.3.4", 1000);
    deliver(&notes[0], two, 1000);
    CHECK_INT("put back", count_taken(two, RATE_LIMIT_LOGINS, "1.2.3.4"), 1);
    deliver(&notes[1], one, 1000);

    // Faster than the notes: ten instead of five, but then nothing for two minutes instead of one.
    CHECK_INT("one", count_taken(one, RATE_LIMIT_LOGINS, "5.6.7.8"), 5);
    CHECK_INT("two", count_taken(two, RATE_LIMIT_LOGINS, "5.6.7.8"), 5);
    deliver(&notes[0], two, 1000);
    deliver(&notes[1], one, 1000);
    CHECK("owes five", !rate_limiter_take(one, RATE_LIMIT_LOGINS, "5.6.7.8", 61000 + 11000));
    CHECK("then goes on", rate_limiter_take(one, RATE_LIMIT_LOGINS, "5.6.7.8", 61000 + 12001));

    notes[0].count = 0;
    rate_limiter_take(one, RATE_LIMIT_REQUESTS, "1.2.3.4", 1000);
    CHECK_INT("ordinary requests tell nobody", notes[0].count, 0);
    static const char *const bad[] = {"", "4", "4 1", "99 1 abc", "-1 1 abc", "0 1 abc", "x 1 abc"};
    for (int i = 0; i < COUNT(bad); i++)
        rate_limiter_hear(two, bad[i], 1000);
    CHECK_INT("the limit of requests is its own", count_taken(two, RATE_LIMIT_REQUESTS, "abc"),
              100);
    rate_limiter_free(one);
    rate_limiter_free(two);
}

static int count_attempts(RateLimiter *l, const LoginAttempt *who, int64_t now_ms) {
    int count = 0;
    for (ThrottleCharge t; count < 1000 && login_throttle_take(l, who, now_ms, &t);)
        count++;
    return count;
}

// How many wrong passwords for Ann are accepted from that many networks.
static int count_from_many(RateLimiter *l, int networks, int64_t now_ms) {
    int count = 0;
    for (int i = 0; i < networks; i++) {
        char network[ADDRESS_SIZE];
        snprintf(network, sizeof network, "10.0.%d.%d", i / 250, i % 250);
        count += count_attempts(l, &(LoginAttempt){"Ann", network, NULL}, now_ms);
    }
    return count;
}

TEST(login_throttle_does_not_lock_the_owner_out) {
    RateLimiter *l = rate_limiter_new(1, 100); // --rate-limit-factor 100
    const LoginAttempt attacker = {"Ann", "1.2.3.4", NULL}, owner = {"ANN", "1.2.3.4", "her phone"};
    CHECK_INT("from an address", count_attempts(l, &attacker, 1000), 5);
    CHECK_INT("a minute later", count_attempts(l, &attacker, 61001), 1);
    CHECK_INT("to another account",
              count_attempts(l, &(LoginAttempt){"Bob", "1.2.3.4", NULL}, 61001), 5);
    CHECK_INT("the owner from there", count_attempts(l, &owner, 61001), 5);
    CHECK_INT("the owner a minute later", count_attempts(l, &owner, 121001), 5);
    CHECK_INT("from 1,000 addresses", count_from_many(l, 1000, 200000), 30);
    CHECK_INT("the owner now", count_attempts(l, &owner, 200000), 5);
    CHECK_INT("the owner on a new device ten seconds later",
              count_attempts(l, &(LoginAttempt){"ann", "9.9.9.9", NULL}, 210001), 1);
    rate_limiter_free(l);
}

TEST(login_throttle_refunds_right_and_unchecked_passwords) {
    RateLimiter *l = rate_limiter_new(1, 1);
    const LoginAttempt who = {"Ann", "1.2.3.4", NULL};
    ThrottleCharge t;
    for (int i = 0; i < 30; i++) {
        CHECK("the right password is not throttled", login_throttle_take(l, &who, 1000, &t));
        login_throttle_refund(l, &t, 1000);
    }
    count_from_many(l, 100, 1000);
    for (int i = 0; i < 20; i++)
        CHECK("the account has no attempts left", !login_throttle_take(l, &who, 1000, &t));
    CHECK_INT("but the address has",
              count_attempts(l, &(LoginAttempt){"Bob", "1.2.3.4", NULL}, 1000), 5);
    rate_limiter_free(l);
}

static int count_right(RateLimiter *l, const LoginAttempt *who, int64_t now_ms) {
    int count = 0;
    for (ThrottleCharge t; count < 1000 && login_throttle_take(l, who, now_ms, &t); count++)
        login_throttle_refund(l, &t, now_ms);
    return count;
}

// Hashing takes time and memory, and every login stores a session.
TEST(login_throttle_counts_right_passwords_per_address) {
    RateLimiter *l = rate_limiter_new(1, 1);
    CHECK_INT("on a known device",
              count_right(l, &(LoginAttempt){"Ann", "1.2.3.4", "her phone"}, 1000), 60);
    CHECK_INT("then another account", count_right(l, &(LoginAttempt){"Bob", "1.2.3.4", NULL}, 1000),
              0);
    CHECK_INT("from elsewhere", count_right(l, &(LoginAttempt){"Bob", "1.2.3.5", NULL}, 1000), 60);
    CHECK_INT("a second later", count_right(l, &(LoginAttempt){"Bob", "1.2.3.5", NULL}, 2000), 1);
    rate_limiter_free(l);
}

TEST(device_tokens_are_valid_for_their_account) {
    const char *ann = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aaaa", *bob = "$argon2id$bbbb";
    DeviceToken d = device_token_new(secret_randomness(), ann),
                e = device_token_new(secret_randomness(), ann);
    CHECK("hers", device_token_verify(d.text, ann));
    CHECK("not his", !device_token_verify(d.text, bob));
    CHECK("no two alike", strcmp(d.text, e.text) != 0);
    for (int i = 0; i < DEVICE_TOKEN_SIZE - 1; i++) {
        DeviceToken changed = d;
        changed.text[i] = changed.text[i] == 'A' ? 'B' : 'A';
        CHECK("one letter changed", !device_token_verify(changed.text, ann));
    }
    CHECK("nothing", !device_token_verify("", ann));
    d.text[DEVICE_TOKEN_SIZE - 2] = '\0';
    CHECK("one letter less", !device_token_verify(d.text, ann));
}

TEST(rate_limits_per_address_grow_with_factor) {
    RateLimiter *l = rate_limiter_new(1, 100);
    CHECK_INT("files", count_taken(l, RATE_LIMIT_FILES, "1.2.3.4"), 200000);
    CHECK_INT("sessions", count_taken(l, RATE_LIMIT_SESSIONS, "1.2.3.4"), 2000);
    CHECK_INT("logins", count_taken(l, RATE_LIMIT_LOGINS, "1.2.3.4"), 500);
    CHECK_INT("guesses at one account", count_taken(l, RATE_LIMIT_GUESSES, "1.2.3.4"), 5);
    rate_limiter_free(l);
}

// ---- Queries

TEST(query_arguments_are_found) {
    static const struct {
        const char *query, *want; // NULL: not found
    } rows[] = {
        {"", NULL},
        {"after", NULL},
        {"after=", ""},
        {"after=7", "7"},
        {"x=1&after=7&y=2", "7"},
        {"afternoon=7", NULL},
        {"noon=1&aftee=7", NULL},
        {"after=7&after=8", "7"},
        {"after=a+b%20c", "a b c"},
        {"after=%4aJ%6A", "JJj"},
        {"after=%", "%"},
        {"after=%4", "%4"},
        {"after=%g4", "%g4"},
        {"after=%4g", "%4g"},
        {"after=%00", NULL},
        {"after=1234567", "1234567"},
        {"after=1234567&x=1", "1234567"},
        {"after=12345678", NULL}, // too long
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char value[8] = "";
        bool found = query_find(rows[i].query, "after", value, sizeof value);
        CHECK_TEXT(rows[i].query, found ? value : "-", rows[i].want ? rows[i].want : "-");
    }
}

TEST(queries_are_utf8) {
    static const struct {
        const char *query;
        bool is_valid;
    } rows[] = {
        {"", true},
        {"player=Ann&limit=1", true},
        {"player=%c3%a9", true},
        {"player=\xc3\xa9", true},
        {"player=\xc3%a9", true},
        {"player=%", true},
        {"player=%f", true},
        {"player=%00", true}, // query_find does not find it
        {"player=%ff", false},
        {"player=\xff", false},
        {"player=%c3", false},
        {"a=%c3&b=%a9", false},
        {"%ff=1", false},
        {"player=%ed%a0%80", false}, // a surrogate
        {"player=%c0%80", false},    // overlong
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT(rows[i].query, query_is_valid(rows[i].query), rows[i].is_valid);
}

// ---- Headers

enum { HEADERS_MAX = 8 };

typedef struct {
    const char *name, *value;
} Header;

static RequestHeaders headers_of(const Header *list) {
    RequestHeaders h = {0};
    for (int i = 0; i < HEADERS_MAX && list[i].name; i++)
        headers_add(&h, list[i].name, list[i].value);
    return h;
}

TEST(headers_that_a_proxy_might_read_differently) {
    static const struct {
        const char *name;
        Header list[HEADERS_MAX];
        const char *error; // NULL: valid
    } rows[] = {
        {"only a host", {{"Host", "a"}}, NULL},
        {"in another case", {{"hOST", "a"}}, NULL},
        {"no host", {{"X", "a"}}, "a request needs exactly one Host header"},
        {"two hosts", {{"Host", "a"}, {"Host", "a"}}, "a request needs exactly one Host header"},
        {"an empty host", {{"Host", ""}}, "a request needs exactly one Host header"},
        {"a host without a value", {{"Host", NULL}}, "a request needs exactly one Host header"},
        {"a length", {{"Host", "a"}, {"Content-Length", "0123456789"}}, NULL},
        {"an empty length",
         {{"Host", "a"}, {"Content-Length", ""}},
         "Content-Length must occur at most once and be a number"},
        {"a sign",
         {{"Host", "a"}, {"Content-Length", "+1"}},
         "Content-Length must occur at most once and be a number"},
        {"two lengths in one",
         {{"Host", "a"}, {"Content-Length", "1,1"}},
         "Content-Length must occur at most once and be a number"},
        {"two lengths",
         {{"Host", "a"}, {"Content-Length", "1"}, {"content-length", "1"}},
         "Content-Length must occur at most once and be a number"},
        {"chunks",
         {{"Host", "a"}, {"Transfer-Encoding", "chunked"}},
         "Transfer-Encoding is not supported; send a Content-Length"},
        {"one of each",
         {{"Host", "a"}, {"Origin", "b"}, {"Cookie", "c"}, {"Authorization", "d"}},
         NULL},
        {"two origins",
         {{"Host", "a"}, {"Origin", "b"}, {"Origin", "b"}},
         "Origin, Cookie and Authorization may occur only once"},
        {"two cookies",
         {{"Host", "a"}, {"Cookie", "b"}, {"Cookie", "b"}},
         "Origin, Cookie and Authorization may occur only once"},
        {"two authorizations",
         {{"Host", "a"}, {"Authorization", "b"}, {"Authorization", "b"}},
         "Origin, Cookie and Authorization may occur only once"},
        {"two of another", {{"Host", "a"}, {"Accept", "b"}, {"Accept", "c"}}, NULL},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        RequestHeaders h = headers_of(rows[i].list);
        const char *error = headers_error(&h);
        CHECK_TEXT(rows[i].name, error ? error : "valid", rows[i].error ? rows[i].error : "valid");
    }
}

TEST(headers_are_kept) {
    static const Header list[] = {{"Content-Type", "1"},   {"X-Forwarded-For", "2"},
                                  {"Sec-Fetch-Site", "3"}, {"If-None-Match", "4"},
                                  {"Accept", "5"},         {"Accept-Encoding", "6"},
                                  {"Authorization", "7"},  {"Origin", NULL}};
    RequestHeaders h = headers_of(list);
    CHECK_TEXT("type", h.content_type, "1");
    CHECK_TEXT("forwarded", h.forwarded_for, "2");
    CHECK_TEXT("site", h.fetch_site, "3");
    CHECK_TEXT("match", h.if_none_match, "4");
    CHECK_TEXT("accept", h.accept, "5");
    CHECK_TEXT("encoding", h.accept_encoding, "6");
    CHECK_TEXT("authorization", h.authorization, "7");
    CHECK_TEXT("a header without a value", h.origin, "");
    CHECK("not sent", !h.cookie && !h.host);
}

#define UPGRADE                                                                                    \
    { "Upgrade", "websocket" }
#define CONNECTION                                                                                 \
    { "Connection", "Upgrade" }
#define WEBSOCKET_KEY                                                                              \
    { "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==" }
#define WEBSOCKET_VERSION                                                                          \
    { "Sec-WebSocket-Version", "13" }

TEST(headers_that_ask_for_a_websocket) {
    static const struct {
        const char *name;
        bool asks;
        Header list[HEADERS_MAX];
    } rows[] = {
        {"all", true, {UPGRADE, CONNECTION, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"in capitals",
         true,
         {{"UPGRADE", "WebSocket"}, CONNECTION, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"a list",
         true,
         {UPGRADE, {"Connection", "keep-alive,\tupgrade"}, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"a list that goes on",
         true,
         {UPGRADE, {"Connection", "upgrade , close"}, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"no upgrade", false, {CONNECTION, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"two", false, {UPGRADE, UPGRADE, CONNECTION, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"to something else",
         false,
         {{"Upgrade", "h2c"}, CONNECTION, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"no connection", false, {UPGRADE, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"another connection",
         false,
         {UPGRADE, {"Connection", "keep-alive"}, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"more than the word",
         false,
         {UPGRADE, {"Connection", "upgrades"}, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"no key", false, {UPGRADE, CONNECTION, WEBSOCKET_VERSION}},
        {"two keys", false, {UPGRADE, CONNECTION, WEBSOCKET_KEY, WEBSOCKET_KEY, WEBSOCKET_VERSION}},
        {"a short key",
         false,
         {UPGRADE,
          CONNECTION,
          {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ="},
          WEBSOCKET_VERSION}},
        {"a key of other letters",
         false,
         {UPGRADE,
          CONNECTION,
          {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25j-Q=="},
          WEBSOCKET_VERSION}},
        {"a key that ends otherwise",
         false,
         {UPGRADE,
          CONNECTION,
          {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=-"},
          WEBSOCKET_VERSION}},
        {"a longer key",
         false,
         {UPGRADE,
          CONNECTION,
          {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQaa"},
          WEBSOCKET_VERSION}},
        {"no version", false, {UPGRADE, CONNECTION, WEBSOCKET_KEY}},
        {"two versions",
         false,
         {UPGRADE, CONNECTION, WEBSOCKET_KEY, WEBSOCKET_VERSION, WEBSOCKET_VERSION}},
        {"another version",
         false,
         {UPGRADE, CONNECTION, WEBSOCKET_KEY, {"Sec-WebSocket-Version", "8"}}},
        {"with a body",
         false,
         {UPGRADE, CONNECTION, WEBSOCKET_KEY, WEBSOCKET_VERSION, {"Content-Length", "0"}}},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        RequestHeaders h = headers_of(rows[i].list);
        CHECK_INT(rows[i].name, headers_ask_for_websocket(&h), rows[i].asks);
    }
}

TEST(bearer_tokens_are_found) {
    static const struct {
        const char *text, *want; // NULL: not found
    } rows[] = {
        {"Bearer abc", "abc"},
        {"bEARER abc", "abc"},
        {"Bearer 0123456", "0123456"},
        {"Bearer 01234567", NULL},
        {"Bearer ", NULL},
        {"Bearer", NULL},
        {"Basic abc", NULL},
        {"", NULL},
        {NULL, NULL},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char token[8] = "";
        bool found = bearer_find(rows[i].text, token, sizeof token);
        CHECK_TEXT(rows[i].text ? rows[i].text : "none", found ? token : "-",
                   rows[i].want ? rows[i].want : "-");
    }
}

TEST(addresses_of_the_own_machine) {
    static const struct {
        const char *address;
        bool is_loopback;
    } rows[] = {
        {"127.0.0.1", true},  {"127.9.9.9", true},   {"::1", true},  {"::ffff:127.0.0.1", true},
        {"128.0.0.1", false}, {"12.7.0.1", false},   {"::2", false}, {"::ffff:128.0.0.1", false},
        {"::11", false},      {"1270.0.0.1", false},
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT(rows[i].address, address_is_loopback(rows[i].address), rows[i].is_loopback);
}

TEST(paths_of_the_api_and_their_length) {
    static const struct {
        const char *path;
        bool is_api;
    } rows[] = {
        {"/api", true}, {"/api/lobby", true}, {"/", false}, {"/apis", false}, {"/a/api", false}};
    Path p;
    for (int i = 0; i < COUNT(rows); i++) {
        CHECK(rows[i].path, path_parse(rows[i].path, &p));
        CHECK_INT(rows[i].path, path_is_api(&p), rows[i].is_api);
    }
    char longest[PATH_BYTES_MAX + 1] = "/";
    memset(longest + 1, 'a', PATH_BYTES_MAX - 1);
    CHECK("too long", !path_parse(longest, &p));
    longest[PATH_BYTES_MAX - 1] = '\0';
    CHECK("as long as possible", path_parse(longest, &p));
}
