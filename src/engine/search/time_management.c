#include "engine/search/time_management.h"

#include "base/util.h"

void time_manager_update(TimeManager *p, bool changed, int value, int64_t elapsed_ms) {
    enum { CHANGE = 100 };
    p->unrest = p->unrest / 2 + (changed && p->iterations > 0 ? CHANGE : 0);
    p->average = p->iterations > 0 ? (p->average + p->value) / 2 : value;
    p->value = value;
    p->last_ms = elapsed_ms - p->elapsed_ms;
    p->elapsed_ms = elapsed_ms;
    p->iterations++;
}

// Percent of the usual time. Values fall more often than they turn out to be better than thought.
static int64_t worth_spending(const TimeManager *p) {
    enum { CALM = 50, RISE_MAX = 40, FALL_MAX = 160 };
    int fall = int_max(-RISE_MAX, int_min(FALL_MAX, p->average - p->value));
    return (int64_t)(CALM + p->unrest / 2) * (100 + fall / 2) / 100;
}

// Each iteration takes longer than the one before.
static bool is_next_too_long(const TimeManager *p) {
    return p->most_ms > 0 && p->elapsed_ms + p->last_ms * 3 / 2 > p->most_ms;
}

bool time_manager_should_stop(const TimeManager *p) {
    return p->usual_ms > 0 &&
           (p->elapsed_ms * 100 >= p->usual_ms * worth_spending(p) || is_next_too_long(p));
}
