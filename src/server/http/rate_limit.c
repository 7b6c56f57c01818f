#include "server/http/rate_limit.h"

#include "base/mem.h"
#include "base/number.h"
#include "server/accounts/secret.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>

static const struct {
    int count, seconds;
    bool per_address, is_shared;
} kinds[RATE_LIMIT_KINDS] = {
    // clang-format off
    [RATE_LIMIT_REQUESTS] = {100, 10, true, false},
    [RATE_LIMIT_FILES] = {2000, 10, true, false},
    [RATE_LIMIT_SESSIONS] = {20, 60, true, true},
    [RATE_LIMIT_PASSWORDS] = {60, 60, true, true},
    [RATE_LIMIT_LOGINS] = {5, 60, true, true},
    [RATE_LIMIT_GUESSES] = {5, 300, false, true},
    [RATE_LIMIT_ACCOUNTS] = {30, 300, false, true},
    [RATE_LIMIT_DEVICES] = {5, 60, false, true},
    [RATE_LIMIT_CHAT] = {10, 20, false, true},
    [RATE_LIMIT_MESSAGES] = {LIMIT_SOCKETS_PER_ADDRESS * WEBSOCKET_MESSAGES, WEBSOCKET_SECONDS, true, false},
    [RATE_LIMIT_GAMES] = {100, 600, true, false},
    [RATE_LIMIT_ANALYSES] = {60, 60, false, false},
    [RATE_LIMIT_ANALYSES_PER_ADDRESS] = {120, 60, true, false},
    // clang-format on
};

// clang-format off
static const LimitRow rows[] = {
    {"body of a request, message on a socket", "4,096 bytes"},
    {"headers of a request", "4,096 bytes"},
    {"URL of a request", "512 bytes"},
    {"messages on a socket, including pings and fragments", "60 in 20 s"},
    {"of all sockets of an address, also of those that were closed", "1,200 in 20 s"},
    {"games watched per socket", "16"},
    {"study rooms per socket", "4"},
    {"sockets per address (IPv6: per /64 network)", "20"},
    {"sockets in total", "14,000"},
    {"connections per address (IPv6: per /64 network)", "64"},
    {"long polls per address", "64"},
    {"API requests per address", "100 in 10 s"},
    {"files of the page per address", "2,000 in 10 s"},
    {"time to send the headers, to send the body, to read the response", "5 s, 10 s, 60 s"},
    {"new sessions per address", "20 a minute"},
    {"logins and password changes per address", "60 a minute"},
    {"browsers in which a user is logged in", "50; then the one unused longest is logged out"},
    {"wrong passwords and registrations per address", "5 a minute"},
    {"wrong passwords per account and address", "5 in 5 minutes"},
    {"wrong passwords per account, from all addresses", "30 in 5 minutes"},
    {"wrong passwords from a device that has logged in before, instead of these three", "5 a minute"},
    {"unread bytes per socket (backpressure)", "65,536, then it is closed"},
    {"inactivity on a socket", "60 s"},
    {"waiting games per user, per address (owners online in the last hour)", "5, 20"},
    {"owner away until a waiting game is cancelled: for anyone, others", "10 minutes, 7 days"},
    {"time for a first move until the other side may abort", "1 minute"},
    {"absence until a win or draw may be claimed: with a clock, without", "2 minutes, 24 hours"},
    {"no move in a game without a clock, until it ends", "14 days"},
    {"invitations by name per user: to each other user, in total", "1, 10"},
    {"of those to one user: from one address; declined ones in an hour until an inviter, an address has to wait", "3; 2, 5"},
    {"games in progress against levels per user", "2"},
    {"games in progress per user", "50"},
    {"new games per address, without rematches", "100 in 10 minutes"},
    {"chat lines per user", "10 in 20 s"},
    {"new analyses per user, per address; of a game, every 64 positions count", "60 a minute, 120 a minute"},
    {"unfinished analyses per user, per address, in total", "4, 8, 64; when all are taken, addresses with fewer take places from those with most"},
    {"engine time per position, per position of a game", "20 s, 2 s; 50,000,000 nodes"},
    {"analyses kept per user", "the last 16"},
    {"study rooms: sockets in a room, moves on its board, rooms opened from an address, in total, life of an empty room", "50, 1,000, 24, 256, 10 minutes"},
    {"hits on hidden stones per turn, in the mist", "20"},
};
// clang-format on

bool limit_row(int i, LimitRow *out) {
    if (i >= COUNT(rows))
        return false;
    *out = rows[i];
    return true;
}

// ---- Token bucket

static const int64_t SECOND_US = 1000000, MS_US = 1000;

TokenBucket token_bucket_full(int seconds, int64_t now_ms) {
    return (TokenBucket){.tokens_us = seconds * SECOND_US, .updated_ms = now_ms};
}

// The fill level is kept as time: a full bucket is worth `seconds`, a token 1/count of that.
static void refill(TokenBucket *b, int64_t full, int64_t now_ms) {
    int64_t filled = b->tokens_us + (now_ms > b->updated_ms ? (now_ms - b->updated_ms) * MS_US : 0);
    b->updated_ms = now_ms;
    b->tokens_us = filled < full ? filled : full;
}

bool token_bucket_take(TokenBucket *b, int count, int seconds, int64_t now_ms) {
    int64_t full = seconds * SECOND_US, token = full / count;
    refill(b, full, now_ms);
    if (b->tokens_us < token)
        return false;
    b->tokens_us -= token;
    return true;
}

void token_bucket_owe(TokenBucket *b, int count, int seconds, int64_t now_ms) {
    int64_t full = seconds * SECOND_US;
    refill(b, full, now_ms);
    b->tokens_us -= full / count;
}

void token_bucket_refund(TokenBucket *b, int count, int seconds) {
    int64_t full = seconds * SECOND_US, filled = b->tokens_us + full / count;
    b->tokens_us = filled < full ? filled : full;
}

// ---- Table of buckets: set-associative, fixed size

enum { WAYS = 8, SETS = 2048 };

typedef struct {
    char key[RATE_LIMIT_KEY_SIZE]; // "": free
    RateLimitKind kind;
    TokenBucket bucket;
} Slot;

struct RateLimiter {
    uint64_t seed;
    int factor;
    RateLimitTeller *tell; // NULL: nothing is shared
    void *tell_context;
    Slot slots[SETS][WAYS];
};

RateLimiter *rate_limiter_new(uint64_t seed, int factor) {
    RateLimiter *l = mem_alloc(sizeof *l);
    l->seed = seed;
    l->factor = factor;
    return l;
}

void rate_limiter_set_factor(RateLimiter *l, int factor) {
    l->factor = factor;
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

// How much of the bucket is used, in millionths; -1 for a free slot.
static int64_t used_share(const Slot *s, int64_t now_ms) {
    int64_t full = kinds[s->kind].seconds * SECOND_US;
    int64_t filled = s->bucket.tokens_us + (now_ms - s->bucket.updated_ms) * MS_US;
    return *s->key && filled < full ? (full - filled) * 1000000 / full : *s->key ? 0 : -1;
}

// The slot of the key, or the one to evict for it: a free one, else the fullest.
static Slot *slot_for(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms) {
    Slot *set = l->slots[hash(key, l->seed + kind) % SETS];
    Slot *fullest = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].kind == kind && !strcmp(set[i].key, key))
            return &set[i];
        if (used_share(&set[i], now_ms) < used_share(fullest, now_ms))
            fullest = &set[i];
    }
    fullest->key[0] = '\0';
    return fullest;
}

static TokenBucket *bucket_for(RateLimiter *l, RateLimitKind kind, const char *key,
                               int64_t now_ms) {
    char name[RATE_LIMIT_KEY_SIZE];
    snprintf(name, sizeof name, "%s", key);
    Slot *s = slot_for(l, kind, name, now_ms);
    if (!*s->key) {
        memcpy(s->key, name, sizeof name);
        s->kind = kind;
        s->bucket = token_bucket_full(kinds[kind].seconds, now_ms);
    }
    return &s->bucket;
}

static int capacity_of(const RateLimiter *l, RateLimitKind kind) {
    return kinds[kind].count * (kinds[kind].per_address ? l->factor : 1);
}

static bool take(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms) {
    TokenBucket *b = bucket_for(l, kind, key, now_ms);
    return token_bucket_take(b, capacity_of(l, kind), kinds[kind].seconds, now_ms);
}

static void refund(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms) {
    TokenBucket *b = bucket_for(l, kind, key, now_ms);
    token_bucket_refund(b, capacity_of(l, kind), kinds[kind].seconds);
}

// ---- Limits that several servers share. A note is KIND TAKEN KEY: 1 for a token taken, 0 for one
// put back.

// A hash: a key may have spaces and line breaks, and anybody in the database could read an address.
typedef struct {
    char text[2 * sizeof(SecretHash) + 1];
} SharedKey;

static SharedKey shared_key(const char *key) {
    SecretHash hash = secret_hash(key);
    SharedKey out;
    for (size_t i = 0; i < sizeof hash.bytes; i++)
        snprintf(out.text + 2 * i, 3, "%02x", hash.bytes[i]);
    return out;
}

static void tell(const RateLimiter *l, RateLimitKind kind, bool taken, const SharedKey *key) {
    char note[128];
    snprintf(note, sizeof note, "%d %d %s", (int)kind, taken, key->text);
    l->tell(l->tell_context, note);
}

void rate_limiter_share(RateLimiter *l, RateLimitTeller *teller, void *context) {
    l->tell = teller;
    l->tell_context = context;
}

void rate_limiter_hear(RateLimiter *l, const char *note, int64_t now_ms) {
    int64_t kind, taken;
    SharedKey key;
    if (!note_number(&note, &kind) || !note_number(&note, &taken) ||
        !note_word(&note, key.text, sizeof key.text) || kind < 0 || kind >= RATE_LIMIT_KINDS ||
        !kinds[kind].is_shared)
        return;
    if (taken)
        token_bucket_owe(bucket_for(l, (RateLimitKind)kind, key.text, now_ms),
                         capacity_of(l, (RateLimitKind)kind), kinds[kind].seconds, now_ms);
    else
        refund(l, (RateLimitKind)kind, key.text, now_ms);
}

bool rate_limiter_take(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms) {
    if (!l->tell || !kinds[kind].is_shared)
        return take(l, kind, key, now_ms);
    SharedKey shared = shared_key(key);
    bool taken = take(l, kind, shared.text, now_ms);
    if (taken)
        tell(l, kind, true, &shared);
    return taken;
}

void rate_limiter_refund(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms) {
    if (!l->tell || !kinds[kind].is_shared) {
        refund(l, kind, key, now_ms);
        return;
    }
    SharedKey shared = shared_key(key);
    refund(l, kind, shared.text, now_ms);
    tell(l, kind, false, &shared);
}
