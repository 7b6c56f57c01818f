#include "server/accounts/login_throttle.h"

#include "base/str.h"
#include "games/username.h"

#include <stdio.h>

static bool take(RateLimiter *l, RateLimitKind kind, const char *key, int64_t now_ms,
                 ThrottleCharge *out) {
    if (!rate_limiter_take(l, kind, key, now_ms))
        return false;
    out->taken[out->count].kind = kind;
    snprintf(out->taken[out->count++].key, THROTTLE_KEY_SIZE, "%s", key);
    return true;
}

bool login_throttle_take(RateLimiter *l, const LoginAttempt *who, int64_t now_ms,
                         ThrottleCharge *out) {
    *out = (ThrottleCharge){0};
    if (who->device)
        return take(l, RATE_LIMIT_DEVICES, who->device, now_ms, out);
    Str account = {0}, here = {0};
    username_fold(who->name, &account);
    str_add(&here, "%s %s", who->network,
            str_text(&account)); // a long name is cut, not the address
    bool may = take(l, RATE_LIMIT_LOGINS, who->network, now_ms, out) &&
               take(l, RATE_LIMIT_GUESSES, str_text(&here), now_ms, out) &&
               take(l, RATE_LIMIT_ACCOUNTS, str_text(&account), now_ms, out);
    str_release(&account);
    str_release(&here);
    if (!may)
        login_throttle_refund(l, out, now_ms);
    return may;
}

void login_throttle_refund(RateLimiter *l, const ThrottleCharge *t, int64_t now_ms) {
    for (int i = 0; i < t->count; i++)
        rate_limiter_refund(l, t->taken[i].kind, t->taken[i].key, now_ms);
}
