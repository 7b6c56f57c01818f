// Latency histograms.
#include "server/metrics.h"

#include "base/number.h"
#include "test.h"

#include <string.h>

static void check_line(const Metrics *m, const char *row, const char *line) {
    Str out = {0};
    metrics_write(m, &out);
    CHECK(row, strstr(str_text(&out), line) != NULL);
    str_release(&out);
}

TEST(metrics_buckets_are_cumulative) {
    static const struct {
        const char *name;
        int64_t ns;
    } rows[] = {{"at once", 0},
                {"exactly a bound", 100000},
                {"just above", 100001},
                {"a second", 1000000000},
                {"a minute", 60000000000}};
    Metrics m = {0};
    for (int i = 0; i < COUNT(rows); i++)
        metrics_observe(&m, LATENCY_COMMIT, rows[i].ns);
    check_line(&m, "two", "pentad_commit_seconds_bucket{le=\"0.0001\"} 2\n");
    check_line(&m, "one more", "pentad_commit_seconds_bucket{le=\"0.00025\"} 3\n");
    check_line(&m, "none between", "pentad_commit_seconds_bucket{le=\"0.5\"} 3\n");
    check_line(&m, "a second", "pentad_commit_seconds_bucket{le=\"1\"} 4\n");
    check_line(&m, "the last bound", "pentad_commit_seconds_bucket{le=\"30\"} 4\n");
    check_line(&m, "all", "pentad_commit_seconds_bucket{le=\"+Inf\"} 5\n");
    check_line(&m, "count", "pentad_commit_seconds_count 5\n");
    check_line(&m, "sum", "pentad_commit_seconds_sum 61.000200\n");
    check_line(&m, "another histogram", "pentad_request_seconds_count 0\n");
    metrics_release(&m);
}

TEST(metrics_only_written_moves_count) {
    Metrics m = {0};
    metrics_note_move(&m, 1000);
    metrics_end_round(&m, false, 5000);
    check_line(&m, "not written", "pentad_durable_move_seconds_count 0\n");
    metrics_note_move(&m, 1000);
    metrics_note_move(&m, 2000);
    metrics_end_round(&m, true, 2000000);
    metrics_end_round(&m, true, 3000000);
    check_line(&m, "written", "pentad_durable_move_seconds_count 2\n");
    check_line(&m, "in 2 ms", "pentad_durable_move_seconds_bucket{le=\"0.0025\"} 2\n");
    check_line(&m, "not in 1 ms", "pentad_durable_move_seconds_bucket{le=\"0.001\"} 0\n");
    metrics_release(&m);
}
