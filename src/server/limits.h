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
    LIMIT_HEAD = 4096,
    LIMIT_URI = 512,
    LIMIT_SOCKETS_PER_ADDRESS = 20,
    LIMIT_WAITING_PER_ADDRESS = 20,
    LIMIT_CONNECTIONS_PER_ADDRESS = 64,
    LIMIT_CONNECTIONS = 4000, // with requests; sockets are counted apart
    LIMIT_SOCKETS = 14000,
    LIMIT_HEAD_S = 5,
    LIMIT_BODY_S = 10,
    LIMIT_IDLE_S = 10,
    LIMIT_ANSWER_S = 60,
    LIMIT_UNREAD = 65536,
    LIMIT_SILENCE_S = 60,
    LIMIT_WATCHES = 16,
    LIMIT_POLL_S = 25,
};

typedef enum {
    BUCKET_REQUESTS,
    BUCKET_FILES,
    BUCKET_SESSIONS,
    BUCKET_LOGINS,   // of an address
    BUCKET_GUESSES,  // at an account, from an address
    BUCKET_ACCOUNTS, // at an account, from everywhere
    BUCKET_DEVICES,  // at an account, from a device that it knows
    BUCKET_CHAT,
    BUCKET_ANALYSES,
    BUCKET_ANALYSES_NEAR,
    BUCKET_KINDS,
} BucketKind;

typedef struct Limiter Limiter;

// What is counted by address is `crowd` times as much, where so many share one.
Limiter *limiter_new(uint64_t seed, int crowd);
void limiter_free(Limiter *l);

// Takes a drop; false if there is none.
bool limiter_take(Limiter *l, BucketKind kind, const char *key, int64_t now_ms);

// Puts one back that was taken for nothing.
void limiter_give_back(Limiter *l, BucketKind kind, const char *key, int64_t now_ms);

// A bucket by itself: what a socket may send.
typedef struct {
    int64_t drops_us; // how full it is, as the time of refilling
    int64_t at_ms;
} Bucket;

Bucket bucket_full(int seconds, int64_t now_ms);
bool bucket_take(Bucket *b, int count, int seconds, int64_t now_ms);
void bucket_give_back(Bucket *b, int count, int seconds);

enum { SOCKET_MESSAGES = 60, SOCKET_SECONDS = 20 };

// The rows for the manual; false after the last.
typedef struct {
    const char *what, *limit;
} LimitRow;

bool limit_row(int i, LimitRow *out);
