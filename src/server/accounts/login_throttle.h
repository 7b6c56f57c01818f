// Tries at the password of an account: how many wrong ones are heard, and from where.
//
// Wrong ones count for the address, for the account from that address, and for the account from
// everywhere. A device that has logged in to the account before has a count of its own instead: so
// nobody who guesses, from one address or from many, keeps the owner out.
#pragma once

#include "server/http/rate_limit.h"

typedef struct {
    const char *name;    // of the account, however it is written
    const char *network; // of the address
    const char *device;  // what makes it known to the account; NULL: nothing
} LoginAttempt;

enum { THROTTLE_KEY_SIZE = 160 };

typedef struct {
    int count;
    struct {
        RateLimitKind kind;
        char key[THROTTLE_KEY_SIZE];
    } taken[3];
} ThrottleCharge;

// Counts a try as a wrong one, before it is looked at, so that many at once are counted too; false
// if there were too many, which counts nothing.
bool login_throttle_take(RateLimiter *l, const LoginAttempt *who, int64_t now_ms,
                         ThrottleCharge *out);

// It was the right password, or nobody looked.
void login_throttle_refund(RateLimiter *l, const ThrottleCharge *t, int64_t now_ms);
