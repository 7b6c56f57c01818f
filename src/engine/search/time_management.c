#include "engine/search/time_management.h"

#include "base/clock.h"
#include "base/number.h"

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

void time_manager_update(TimeManager *t, bool best_move_changed, int value, int64_t elapsed_ms) {
    enum { CHANGE = 100 };
    t->instability = t->instability / 2 + (best_move_changed && t->iterations > 0 ? CHANGE : 0);
    t->average_value = t->iterations > 0 ? (t->average_value + t->value) / 2 : value;
    t->value = value;
    t->last_ms = elapsed_ms - t->elapsed_ms;
    t->elapsed_ms = elapsed_ms;
    t->iterations++;
}

// A falling value extends the time by more than a rising one shortens it.
static int64_t percent_of_soft_limit(const TimeManager *t) {
    enum { CALM = 50, RISE_MAX = 40, FALL_MAX = 160 };
    int fall = int_max(-RISE_MAX, int_min(FALL_MAX, t->average_value - t->value));
    return (int64_t)(CALM + t->instability / 2) * (100 + fall / 2) / 100;
}

// Each iteration takes longer than the one before.
static bool would_next_iteration_time_out(const TimeManager *t) {
    return t->hard_ms > 0 && t->elapsed_ms + t->last_ms * 3 / 2 > t->hard_ms;
}

bool time_manager_should_stop(const TimeManager *t) {
    return t->soft_ms > 0 && (t->elapsed_ms * 100 >= t->soft_ms * percent_of_soft_limit(t) ||
                              would_next_iteration_time_out(t));
}
