#include "engine/search/stop_condition.h"

#include "base/clock.h"

void stop_condition_start(StopCondition *s, const Budget *budget, StopToken token) {
    static const int64_t forever_ms = INT64_MAX / 4000000; // small enough not to overflow below
    int64_t ms = budget->ms < forever_ms ? budget->ms : forever_ms;
    s->nodes = budget->nodes;
    s->started_ns = clock_now_ns();
    s->deadline_ns = ms ? s->started_ns + ms * 1000000 : 0;
    s->token = token;
    atomic_store(&s->stop, false);
}

bool stop_condition_is_late(const StopCondition *s) {
    return s->deadline_ns && clock_now_ns() >= s->deadline_ns;
}

void stop_condition_check_clock(StopCondition *s) {
    if (stop_condition_is_late(s))
        stop_condition_stop(s);
}

void stop_condition_check(StopCondition *s, int64_t nodes) {
    stop_condition_check_clock(s);
    if ((s->nodes && nodes >= s->nodes) || stop_requested(s->token))
        stop_condition_stop(s);
}

int64_t stop_condition_elapsed_ms(const StopCondition *s) {
    return (clock_now_ns() - s->started_ns) / 1000000;
}
