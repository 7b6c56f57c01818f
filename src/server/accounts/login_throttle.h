// Login throttle: limits wrong passwords, with token buckets of rate_limit.h.
//
// A wrong password counts per address, per account and address, and per account. A device that has
// logged in to the account before (device token) has its own bucket instead, so an attacker cannot
// lock the owner out. Right passwords count only per address, and up to many more.
#pragma once

#include "server/http/rate_limit.h"

typedef struct {
    const char *name;    // of the account, in any letter case
    const char *network; // rate-limit key of the address
    const char *device;  // valid device token; NULL: unknown device
} LoginAttempt;

// The tokens that an attempt has taken, to refund them.
typedef struct {
    int count;
    struct {
        RateLimitKind kind;
        char key[RATE_LIMIT_KEY_SIZE];
    } taken[3];
} ThrottleCharge;

// Charges an attempt before the password is checked, so that parallel attempts count too. False if
// there were too many; then nothing is charged.
bool login_throttle_take(RateLimiter *l, const LoginAttempt *attempt, int64_t now_ms,
                         ThrottleCharge *out);

// Refunds an attempt: the password was right, or was not checked.
void login_throttle_refund(RateLimiter *l, const ThrottleCharge *charge, int64_t now_ms);
