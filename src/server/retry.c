#include "server/retry.h"

void retry_set(Retry *r, bool is_locked, int64_t now_ms) {
    r->due_ms = now_ms;
    if (!is_locked) {
        r->changes++;
        return;
    }
    if (!r->pause_ms)
        r->give_up_ms = now_ms + LOCKED_MAX_MS;
    r->pause_ms = r->pause_ms ? r->pause_ms * 2 : LOCKED_PAUSE_MIN_MS;
    if (r->pause_ms > LOCKED_PAUSE_MAX_MS)
        r->pause_ms = LOCKED_PAUSE_MAX_MS;
    r->due_ms += r->pause_ms;
}

bool retry_is_over(const Retry *r, int64_t now_ms) {
    return r->changes >= ATTEMPTS_MAX || (r->pause_ms && now_ms >= r->give_up_ms);
}
