#include "protocol/gtp_clock.h"

#include "base/util.h"

void gtp_clock_set(GtpClock *c, int64_t main_s, int64_t period_s, int stones) {
    *c =
        (GtpClock){.main_ms = main_s * 1000, .period_ms = period_s * 1000, .period_stones = stones};
    gtp_clock_start(c);
}

static bool has_period(const GtpClock *c) {
    return c->period_ms > 0 && c->period_stones > 0;
}

static void begin_period(GtpClock *c) {
    c->left_ms = c->period_ms;
    c->stones = c->period_stones;
}

void gtp_clock_start(GtpClock *c) {
    c->runs = has_period(c) || (c->main_ms > 0 && c->period_ms == 0);
    c->left_ms = c->main_ms;
    c->stones = 0;
    if (c->main_ms == 0 && has_period(c))
        begin_period(c);
}

void gtp_clock_set_left(GtpClock *c, int64_t seconds, int stones) {
    c->runs = true;
    c->left_ms = seconds * 1000;
    c->stones = stones;
}

void gtp_clock_spend(GtpClock *c, int64_t ms) {
    c->left_ms -= ms;
    bool ends_period = c->stones > 0 && --c->stones == 0;
    if (has_period(c) && (ends_period || (c->stones == 0 && c->left_ms <= 0)))
        begin_period(c);
}

MoveTime gtp_clock_move_time(const GtpClock *c) {
    int64_t move_ms = c->move_ms > 0 ? c->move_ms : timer_unlimited;
    return move_time_for(c->runs ? c->left_ms : timer_unlimited,
                         c->stones > 0 ? c->stones : TIMER_MOVES_TO_GO, 0, move_ms);
}
