#include "server/metrics.h"

#include "base/mem.h"

// In microseconds. From a commit in memory to a slow level's move.
static const int64_t bounds_us[LATENCY_BUCKETS] = {
    100,    250,    500,    1000,    2500,    5000,    10000,    25000,    50000,
    100000, 250000, 500000, 1000000, 2500000, 5000000, 10000000, 30000000,
};

static const struct {
    const char *name, *help;
} rows[LATENCY_COUNT] = {
    [LATENCY_REQUEST] = {"request_seconds", "HTTP requests, without long polls"},
    [LATENCY_MOVE] = {"durable_move_seconds", "moves of users, until they are on disk"},
    [LATENCY_COMMIT] = {"commit_seconds", "transactions"},
    [LATENCY_LEVEL_MOVE] = {"level_move_seconds", "moves of levels, with the time in the queue"},
    [LATENCY_ROUND] = {"round_seconds", "rounds of the event loop, without waiting for input"},
};

void metrics_release(Metrics *m) {
    mem_free(m->moves);
    *m = (Metrics){0};
}

void metrics_observe(Metrics *m, Latency what, int64_t ns) {
    Histogram *h = &m->histograms[what];
    int i = 0;
    while (i < LATENCY_BUCKETS && ns > bounds_us[i] * 1000)
        i++;
    h->counts[i]++;
    h->sum_ns += ns;
}

void metrics_note_move(Metrics *m, int64_t began_ns) {
    m->moves = mem_grow(m->moves, m->move_count, 1, &m->move_capacity, sizeof *m->moves);
    m->moves[m->move_count++] = began_ns;
}

void metrics_end_round(Metrics *m, bool written, int64_t now_ns) {
    for (int i = 0; written && i < m->move_count; i++)
        metrics_observe(m, LATENCY_MOVE, now_ns - m->moves[i]);
    m->move_count = 0;
}

static void write_histogram(const Histogram *h, const char *name, const char *help, Str *out) {
    int64_t count = 0;
    str_add(out, "# HELP pentad_%s %s\n# TYPE pentad_%s histogram\n", name, help, name);
    for (int i = 0; i < LATENCY_BUCKETS; i++) {
        count += h->counts[i];
        str_add(out, "pentad_%s_bucket{le=\"%g\"} %lld\n", name, (double)bounds_us[i] / 1e6,
                (long long)count);
    }
    count += h->counts[LATENCY_BUCKETS];
    str_add(out, "pentad_%s_bucket{le=\"+Inf\"} %lld\npentad_%s_sum %.6f\npentad_%s_count %lld\n",
            name, (long long)count, name, (double)h->sum_ns / 1e9, name, (long long)count);
}

void metrics_write(const Metrics *m, Str *out) {
    for (int i = 0; i < LATENCY_COUNT; i++)
        write_histogram(&m->histograms[i], rows[i].name, rows[i].help, out);
}
