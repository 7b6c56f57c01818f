#include "server/tries.h"

#include "base/str.h"
#include "room/username.h"

#include <stdio.h>

static bool take(Limiter *l, BucketKind kind, const char *key, int64_t now_ms, Tries *out) {
    if (!limiter_take(l, kind, key, now_ms))
        return false;
    out->taken[out->count].kind = kind;
    snprintf(out->taken[out->count++].key, TRY_KEY_SIZE, "%s", key);
    return true;
}

bool tries_take(Limiter *l, const Trier *who, int64_t now_ms, Tries *out) {
    *out = (Tries){0};
    if (who->device)
        return take(l, BUCKET_DEVICES, who->device, now_ms, out);
    Str account = {0}, here = {0};
    username_fold(who->name, &account);
    str_add(&here, "%s %s", who->network,
            str_text(&account)); // a long name is cut, not the address
    bool may = take(l, BUCKET_LOGINS, who->network, now_ms, out) &&
               take(l, BUCKET_GUESSES, str_text(&here), now_ms, out) &&
               take(l, BUCKET_ACCOUNTS, str_text(&account), now_ms, out);
    str_release(&account);
    str_release(&here);
    if (!may)
        tries_give_back(l, out, now_ms);
    return may;
}

void tries_give_back(Limiter *l, const Tries *t, int64_t now_ms) {
    for (int i = 0; i < t->count; i++)
        limiter_give_back(l, t->taken[i].kind, t->taken[i].key, now_ms);
}
