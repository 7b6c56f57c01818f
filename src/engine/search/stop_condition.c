#include "engine/search/stop_condition.h"

#include "base/clock.h"

int64_t stop_condition_deadline_ns(const EngineLimits *limits, int64_t started_ns) {
    static const int64_t forever_ms = INT64_MAX / 4000000; // small enough not to overflow below
    int64_t ms = limits->ms < forever_ms ? limits->ms : forever_ms;
    return ms ? started_ns + ms * 1000000 : 0;
}

void stop_condition_start(StopCondition *s, const EngineLimits *limits) {
    s->limits = limits;
    s->started_ns = clock_now_ns();
    s->deadline_ns = stop_condition_deadline_ns(limits, s->started_ns);
    atomic_store(&s->stop, false);
}

void stop_condition_check_clock(StopCondition *s) {
    if (s->deadline_ns && clock_now_ns() >= s->deadline_ns)
        stop_condition_stop(s);
}

void stop_condition_check(StopCondition *s, int64_t nodes) {
    const EngineLimits *l = s->limits;
    stop_condition_check_clock(s);
    if ((l->nodes && nodes >= l->nodes) || stop_requested(l->stop))
        stop_condition_stop(s);
}

int64_t stop_condition_elapsed_ms(const StopCondition *s) {
    return (clock_now_ns() - s->started_ns) / 1000000;
}
