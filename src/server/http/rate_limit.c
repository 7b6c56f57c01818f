#include "server/http/rate_limit.h"

#include "base/mem.h"
#include "base/util.h"

#include <stdio.h>
#include <string.h>

static const struct {
    int count, seconds;
    bool of_address;
} kinds[RATE_LIMIT_KINDS] = {
    // clang-format off
    [RATE_LIMIT_REQUESTS] = {100, 10, true},
    [RATE_LIMIT_FILES] = {2000, 10, true},
    [RATE_LIMIT_SESSIONS] = {20, 60, true},
    [RATE_LIMIT_LOGINS] = {5, 60, true},
    [RATE_LIMIT_GUESSES] = {5, 300, false},
    [RATE_LIMIT_ACCOUNTS] = {30, 300, false},
    [RATE_LIMIT_DEVICES] = {5, 60, false},
    [RATE_LIMIT_CHAT] = {10, 20, false},
    [RATE_LIMIT_ANALYSES] = {60, 60, false},
    [RATE_LIMIT_ANALYSES_PER_ADDRESS] = {120, 60, true},
    // clang-format on
};

// clang-format off
static const LimitRow rows[] = {
    {"body of a request, message on a socket", "4,096 bytes"},
    {"head of a request", "4,096 bytes"},
    {"address of a request", "512 bytes"},
    {"messages on a socket, pings and fragments among them", "60 in 20 s"},
    {"games watched on a socket", "16"},
    {"boards looked at together on a socket", "4"},
    {"sockets an address; an address is a network of 64 bits with IPv6", "20"},
    {"sockets in all", "14,000"},
    {"connections an address", "64"},
    {"requests of the API an address", "100 in 10 s"},
    {"files of the page an address", "2,000 in 10 s"},
    {"time for a head, for a body, to take the answer", "5 s, 10 s, 60 s"},
    {"new sessions an address", "20 a minute"},
    {"wrong passwords and registrations an address", "5 a minute"},
    {"wrong passwords for an account from an address", "5 in 5 minutes"},
    {"wrong passwords for an account from everywhere", "30 in 5 minutes"},
    {"wrong passwords from a device that logged in to the account before, which none of these three stops", "5 a minute"},
    {"unread bytes a socket", "65,536, then it is closed"},
    {"silence on a socket", "60 s"},
    {"games waiting a person, an address (whose owner was here in the last hour)", "5, 20"},
    {"time until a game that waits is called off when its owner is away, for anyone, otherwise", "10 minutes, 7 days"},
    {"games that ask for a person by name, of each other person, in all", "1, 10"},
    {"games against levels going on a person", "2"},
    {"games going on a person", "50"},
    {"lines of chat a person", "10 in 20 s"},
    {"questions to the engine a person, and an address", "60 a minute, 120 a minute"},
    {"questions that wait or are thought about a person, an address, in all", "4, 8, 64"},
    {"thinking about a position, about a position of a game", "20 s, 2 s; 50,000,000 nodes"},
    {"analyses kept a person", "the last 16"},
    {"people at a board, moves on it, boards in all, time until one that nobody is at is forgotten", "50, 1,000, 256, 10 minutes"},
    {"tries on occupied points a turn, in the mist", "20"},
};
// clang-format on

bool limit_row(int i, LimitRow *out) {
    if (i >= COUNT(rows))
        return false;
    *out = rows[i];
    return true;
}

// ---- A bucket

static const int64_t SECOND_US = 1000000, MS_US = 1000;

TokenBucket token_bucket_full(int seconds, int64_t now_ms) {
    return (TokenBucket){.drops_us = seconds * SECOND_US, .at_ms = now_ms};
}

// A full bucket is worth `seconds`, a drop the count-th part of that.
bool token_bucket_take(TokenBucket *b, int count, int seconds, int64_t now_ms) {
    int64_t full = seconds * SECOND_US, drop = full / count;
    int64_t filled = b->drops_us + (now_ms > b->at_ms ? (now_ms - b->at_ms) * MS_US : 0);
    b->at_ms = now_ms;
    b->drops_us = filled < full ? filled : full;
    if (b->drops_us < drop)
        return false;
    b->drops_us -= drop;
    return true;
}

void token_bucket_refund(TokenBucket *b, int count, int seconds) {
    int64_t full = seconds * SECOND_US, filled = b->drops_us + full / count;
    b->drops_us = filled < full ? filled : full;
}

// ---- Many of them

enum { WAYS = 8, SETS = 2048, KEY_BYTES = 64 };

typedef struct {
    char key[KEY_BYTES]; // "": free
    RateLimitKind kind;
    TokenBucket bucket;
} Slot;

struct RateLimiter {
    uint64_t seed;
    int crowd;
    Slot slots[SETS][WAYS];
};

RateLimiter *rate_limiter_new(uint64_t seed, int crowd) {
    RateLimiter *l = mem_alloc(sizeof *l);
    l->seed = seed;
    l->crowd = crowd;
    return l;
}

void rate_limiter_free(RateLimiter *l) {
    mem_free(l);
}

static uint64_t hash(const char *text, uint64_t seed) {
    uint64_t h = 1469598103934665603u ^ seed;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h ^ h >> 32;
}

// What is missing in it, as a part of a million; a free one misses nothing.
static int64_t emptiness(const Slot *s, int64_t now_ms) {
    int64_t full = kinds[s->kind].seconds * SECOND_US;
    int64_t filled = s->bucket.drops_us + (now_ms - s->bucket.at_ms) * MS_US;
    return *s->key && filled < full ? (full - filled) * 1000000 / full : *s->key ? 0 : -1;
}

// The slot of that key, or the one that gives way to it.
static Slot *slot_for(RateLimiter *l, const char *key, int64_t now_ms) {
    Slot *set = l->slots[hash(key, l->seed) % SETS];
    Slot *fullest = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (!strcmp(set[i].key, key))
            return &set[i];
        if (emptiness(&set[i], now_ms) < emptiness(fullest, now_ms))
            fullest = &set[i];
    }
    fullest->key[0] = '\0';
    return fullest;
}

static TokenBucket *bucket_for(RateLimiter *l, RateLimitKind kind, const char *key,
                               int64_t now_ms) {
    char name[KEY_BYTES];
    snprintf(name, sizeof name, "%d %s", (int)kind, key);
    Slot *s = slot_for(l, name, now_ms);
    if (!*s->key) {
        memcpy(s->key, name, sizeof name);
        s->kind = kind;
        s->bucket = token_bucket_full(kinds[kind].seconds, now_ms);
    }
    return &s->bucket;
}

static int count_of(const RateLimiter *l, RateLimitKind kind) {
    return kinds[kind].count * (kinds[kind].of_address ? l->crowd : 1);
}

bool rate_limiter_take(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms) {
    TokenBucket *b = bucket_for(l, kind, key, now_ms);
    return token_bucket_take(b, count_of(l, kind), kinds[kind].seconds, now_ms);
}

void rate_limiter_refund(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms) {
    TokenBucket *b = bucket_for(l, kind, key, now_ms);
    token_bucket_refund(b, count_of(l, kind), kinds[kind].seconds);
}
