#include "engine/search/stop_condition.h"

#include "base/clock.h"

int64_t stop_condition_deadline_ns(const EngineLimits *limits, int64_t began_ns) {
    static const int64_t forever_ms = INT64_MAX / 4000000; // a sum with it does not overflow
    int64_t ms = limits->ms < forever_ms ? limits->ms : forever_ms;
    return ms ? began_ns + ms * 1000000 : 0;
}

void stop_condition_start(StopCondition *w, const EngineLimits *limits) {
    w->limits = limits;
    w->began_ns = clock_now_ns();
    w->deadline_ns = stop_condition_deadline_ns(limits, w->began_ns);
    atomic_store(&w->stop, false);
}

void stop_condition_check_clock(StopCondition *w) {
    if (w->deadline_ns && clock_now_ns() >= w->deadline_ns)
        stop_condition_stop(w);
}

void stop_condition_check(StopCondition *w, int64_t nodes) {
    const EngineLimits *l = w->limits;
    stop_condition_check_clock(w);
    if ((l->nodes && nodes >= l->nodes) || (l->interrupted && l->interrupted(l->context)))
        stop_condition_stop(w);
}

int64_t stop_condition_elapsed_ms(const StopCondition *w) {
    return (clock_now_ns() - w->began_ns) / 1000000;
}
