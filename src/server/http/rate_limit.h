// Rate limits: a token bucket per kind of request and key (an address, a user, an account), and the
// fixed limits of the server.
//
// A bucket holds `count` tokens and refills completely in `seconds`. The table of buckets has a
// fixed size: a new key evicts the fullest bucket of its set, so a flood of addresses costs no
// memory. The hash is seeded, so an attacker cannot choose whose bucket is evicted.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    LIMIT_BODY = 4096,
    LIMIT_MESSAGE = 4096, // on a WebSocket
    LIMIT_HEADERS = 4096,
    LIMIT_URI = 512,
    LIMIT_SOCKETS_PER_ADDRESS = 20,
    LIMIT_WAITING_GAMES_PER_ADDRESS = 20,
    LIMIT_INVITATIONS_PER_ADDRESS = 3, // to one user
    LIMIT_DECLINED_PER_ADDRESS = 5,    // by one user, in an hour
    LIMIT_CONNECTIONS_PER_ADDRESS = 64,
    LIMIT_CONNECTIONS = 4000, // HTTP; WebSockets are counted separately
    LIMIT_LONG_POLLS_PER_ADDRESS = 64,
    LIMIT_LONG_POLLS = 3000, // below LIMIT_CONNECTIONS: others still get through
    LIMIT_SOCKETS = 14000,
    LIMIT_HEADERS_S = 5,
    LIMIT_BODY_S = 10,
    LIMIT_IDLE_S = 10,
    LIMIT_RESPONSE_S = 60,
    LIMIT_SEND_BUFFER = 65536, // backpressure: a WebSocket that reads too slowly is closed
    LIMIT_SILENCE_S = 60,
    LIMIT_SUBSCRIPTIONS = 16,
    LIMIT_LONG_POLL_S = 25, // then a long poll is answered without a change
};

typedef enum {
    RATE_LIMIT_REQUESTS,
    RATE_LIMIT_FILES,
    RATE_LIMIT_SESSIONS,
    RATE_LIMIT_PASSWORDS, // checked per address, right or wrong: hashing is expensive
    RATE_LIMIT_LOGINS,    // wrong ones per address
    RATE_LIMIT_GUESSES,   // per account and address
    RATE_LIMIT_ACCOUNTS,  // per account, from all addresses
    RATE_LIMIT_DEVICES,   // per account, from a known device
    RATE_LIMIT_CHAT,
    RATE_LIMIT_MESSAGES, // of all sockets: a new one could send as many again
    RATE_LIMIT_GAMES,    // new ones, which may stay in memory for weeks
    RATE_LIMIT_ANALYSES,
    RATE_LIMIT_ANALYSES_PER_ADDRESS,
    RATE_LIMIT_KINDS,
} RateLimitKind;

// Longer keys are truncated, which could put two of them into one bucket.
enum { RATE_LIMIT_KEY_SIZE = 160 };

typedef struct RateLimiter RateLimiter;

// Per-address limits are multiplied by `factor`, for many users behind one IP.
RateLimiter *rate_limiter_new(uint64_t seed, int factor);
void rate_limiter_set_factor(RateLimiter *l, int factor);
void rate_limiter_free(RateLimiter *l);

// Takes a token; false if the bucket is empty.
bool rate_limiter_take(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms);

// Puts a token back.
void rate_limiter_refund(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms);

// Servers that share a database share the limits that stop somebody: new sessions, passwords, chat.
// Each calls `tell` with a note (store_send_note) for every such token it takes or puts back, and
// the others take it, too, from a bucket that may then hold less than nothing. So whoever is faster
// than the notes waits longer afterwards: over time, many servers allow no more than one does.
// Notes have hashes of the keys.
typedef void RateLimitTeller(void *context, const char *note);
void rate_limiter_share(RateLimiter *l, RateLimitTeller *tell, void *context);
void rate_limiter_hear(RateLimiter *l, const char *note, int64_t now_ms);

// A single token bucket: limits the frames of a WebSocket.
typedef struct {
    int64_t tokens_us; // fill level, as refill time in microseconds; negative: owes tokens
    int64_t updated_ms;
} TokenBucket;

TokenBucket token_bucket_full(int seconds, int64_t now_ms);
bool token_bucket_take(TokenBucket *b, int count, int seconds, int64_t now_ms);
void token_bucket_owe(TokenBucket *b, int count, int seconds, int64_t now_ms); // takes one anyway
void token_bucket_refund(TokenBucket *b, int count, int seconds);

enum { WEBSOCKET_MESSAGES = 60, WEBSOCKET_SECONDS = 20 };

// The rows of the limits table in docs/integrate/api.md; false after the last.
typedef struct {
    const char *what, *limit;
} LimitRow;

bool limit_row(int i, LimitRow *out);
