#include "server/accounts/session_clock.h"

int64_t session_clock_now(SessionClock *c, int64_t wall_ms, int64_t monotonic_ms) {
    int64_t most = c->wall_ms + SESSION_CLOCK_SPEED * (monotonic_ms - c->at_ms);
    c->wall_ms = c->wall_ms && wall_ms > most ? most : wall_ms;
    c->at_ms = monotonic_ms;
    return c->wall_ms;
}

int64_t session_clock_expiry(SessionClock *c, int64_t wall_ms, int64_t monotonic_ms) {
    static const int64_t lifetime_ms = 30LL * 24 * 3600 * 1000;
    return session_clock_now(c, wall_ms, monotonic_ms) - lifetime_ms;
}
