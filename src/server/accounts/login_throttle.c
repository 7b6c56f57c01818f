#include "server/accounts/login_throttle.h"

#include "base/str.h"
#include "store/users.h"

#include <stdio.h>

static bool take(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms,
                 ThrottleCharge *out) {
    if (!rate_limiter_take(l, kind, key, now_ms))
        return false;
    out->taken[out->count].kind = kind;
    snprintf(out->taken[out->count++].key, RATE_LIMIT_KEY_SIZE, "%s", key);
    return true;
}

bool login_throttle_take(RateLimiter *l, const LoginAttempt *attempt, int64_t now_ms,
                         ThrottleCharge *out) {
    *out = (ThrottleCharge){0};
    if (!rate_limiter_take(l, RATE_LIMIT_PASSWORDS, attempt->network, now_ms))
        return false;
    if (attempt->device)
        return take(l, RATE_LIMIT_DEVICES, attempt->device, now_ms, out);
    ScopedStr account = {0}, account_and_network = {0};
    username_fold(attempt->name, &account);
    str_add(&account_and_network, "%s %s", attempt->network,
            str_text(&account)); // the key may be cut: the name, not the address
    bool allowed = take(l, RATE_LIMIT_LOGINS, attempt->network, now_ms, out) &&
                   take(l, RATE_LIMIT_GUESSES, str_text(&account_and_network), now_ms, out) &&
                   take(l, RATE_LIMIT_ACCOUNTS, str_text(&account), now_ms, out);
    if (!allowed)
        login_throttle_refund(l, out, now_ms);
    return allowed;
}

void login_throttle_refund(RateLimiter *l, const ThrottleCharge *charge, int64_t now_ms) {
    for (int i = 0; i < charge->count; i++)
        rate_limiter_refund(l, charge->taken[i].kind, charge->taken[i].key, now_ms);
}
