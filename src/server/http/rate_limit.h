// How much anybody may ask for, as rows; and the buckets that count it.
//
// A bucket holds `count` drops and fills up again in `seconds`. It belongs to a kind and a key, an
// address or a name. There is room for so many only: then the fullest gives way, so that a flood of
// addresses costs no memory. Nobody outside knows the seed, so nobody can choose whom to push out.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    LIMIT_BODY = 4096,
    LIMIT_HEADERS = 4096,
    LIMIT_URI = 512,
    LIMIT_SOCKETS_PER_ADDRESS = 20,
    LIMIT_WAITING_GAMES_PER_ADDRESS = 20,
    LIMIT_CONNECTIONS_PER_ADDRESS = 64,
    LIMIT_CONNECTIONS = 4000, // with requests; sockets are counted apart
    LIMIT_SOCKETS = 14000,
    LIMIT_HEADERS_S = 5,
    LIMIT_BODY_S = 10,
    LIMIT_IDLE_S = 10,
    LIMIT_RESPONSE_S = 60,
    LIMIT_SEND_BUFFER = 65536,
    LIMIT_SILENCE_S = 60,
    LIMIT_SUBSCRIPTIONS = 16,
    LIMIT_LONG_POLL_S = 25,
};

typedef enum {
    RATE_LIMIT_REQUESTS,
    RATE_LIMIT_FILES,
    RATE_LIMIT_SESSIONS,
    RATE_LIMIT_LOGINS,   // of an address
    RATE_LIMIT_GUESSES,  // at an account, from an address
    RATE_LIMIT_ACCOUNTS, // at an account, from everywhere
    RATE_LIMIT_DEVICES,  // at an account, from a device that it knows
    RATE_LIMIT_CHAT,
    RATE_LIMIT_ANALYSES,
    RATE_LIMIT_ANALYSES_PER_ADDRESS,
    RATE_LIMIT_KINDS,
} RateLimitKind;

typedef struct RateLimiter RateLimiter;

// What is counted by address is `crowd` times as much, where so many share one.
RateLimiter *rate_limiter_new(uint64_t seed, int crowd);
void rate_limiter_free(RateLimiter *l);

// Takes a drop; false if there is none.
bool rate_limiter_take(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms);

// Puts one back that was taken for nothing.
void rate_limiter_refund(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms);

// A bucket by itself: what a socket may send.
typedef struct {
    int64_t drops_us; // how full it is, as the time of refilling
    int64_t at_ms;
} TokenBucket;

TokenBucket token_bucket_full(int seconds, int64_t now_ms);
bool token_bucket_take(TokenBucket *b, int count, int seconds, int64_t now_ms);
void token_bucket_refund(TokenBucket *b, int count, int seconds);

enum { WEBSOCKET_MESSAGES = 60, WEBSOCKET_SECONDS = 20 };

// The rows for the manual; false after the last.
typedef struct {
    const char *what, *limit;
} LimitRow;

bool limit_row(int i, LimitRow *out);
