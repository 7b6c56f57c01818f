#include "engine/watch.h"

#include "base/clock.h"

int64_t watch_deadline_ns(const EngineLimits *limits, int64_t began_ns) {
    static const int64_t forever_ms = INT64_MAX / 4000000; // a sum with it does not overflow
    int64_t ms = limits->ms < forever_ms ? limits->ms : forever_ms;
    return ms ? began_ns + ms * 1000000 : 0;
}

void watch_start(Watch *w, const EngineLimits *limits) {
    w->limits = limits;
    w->began_ns = clock_now_ns();
    w->deadline_ns = watch_deadline_ns(limits, w->began_ns);
    atomic_store(&w->stop, false);
}

void watch_look_at_clock(Watch *w) {
    if (w->deadline_ns && clock_now_ns() >= w->deadline_ns)
        watch_stop(w);
}

void watch_look(Watch *w, int64_t nodes) {
    const EngineLimits *l = w->limits;
    watch_look_at_clock(w);
    if ((l->nodes && nodes >= l->nodes) || (l->interrupted && l->interrupted(l->context)))
        watch_stop(w);
}

int64_t watch_elapsed_ms(const Watch *w) {
    return (clock_now_ns() - w->began_ns) / 1000000;
}
