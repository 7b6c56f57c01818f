#include "tui/analysis/position_analysis.h"

#include "base/mem.h"
#include "base/util.h"

#include <math.h>
#include <pthread.h>

enum { LINES = 16, TIME_LIMIT_MS = 60 * 1000 };

struct PositionAnalysis {
    Analyst *analyst;
    Board board;
    pthread_mutex_t lock; // guards `result`
    Analysis result;
};

PositionAnalysis *position_analysis_new(void) {
    PositionAnalysis *a = mem_alloc(sizeof *a);
    a->analyst = analyst_new();
    pthread_mutex_init(&a->lock, NULL);
    return a;
}

void position_analysis_free(PositionAnalysis *a) {
    if (!a)
        return;
    analyst_free(a->analyst);
    pthread_mutex_destroy(&a->lock);
    mem_free(a);
}

void position_analysis_set_board(PositionAnalysis *a, const Board *b) {
    a->board = *b;
    a->result = (Analysis){0};
}

Analysis position_analysis_result(PositionAnalysis *a) {
    pthread_mutex_lock(&a->lock);
    Analysis copy = a->result;
    pthread_mutex_unlock(&a->lock);
    return copy;
}

static void publish(PositionAnalysis *a, const Analysis *latest) {
    pthread_mutex_lock(&a->lock);
    a->result = *latest;
    pthread_mutex_unlock(&a->lock);
}

static void report(void *context, const Analysis *so_far) {
    publish(context, so_far);
}

void position_analysis_run(void *analysis, StopToken stop) {
    PositionAnalysis *a = analysis;
    Question q = {.limits = {.ms = TIME_LIMIT_MS, .stop = stop},
                  .lines = LINES,
                  .report = report,
                  .report_context = a};
    Analysis last = analyst_think(a->analyst, &a->board, &q);
    publish(a, &last);
}

// On a busy machine a short search may end without a result, so the time doubles until there is
// one.
int position_analysis_win_rate(PositionAnalysis *a, const Board *b, int ms, StopToken stop) {
    Analysis found = {0};
    for (; found.lines[0].depth == 0 && ms < TIME_LIMIT_MS && !stop_requested(stop); ms *= 2)
        found = analyst_think(a->analyst, b, &(Question){.limits = {.ms = ms, .stop = stop}});
    return win_rate_percent(found.lines[0].value);
}

int win_rate_percent(int value) {
    enum { CERTAIN = EVALUATION_WIN - 1000 };
    if (value > CERTAIN)
        return 100;
    if (value < -CERTAIN)
        return 0;
    return int_max(1, int_min((int)lround(100 * analyst_win_rate(value)), 99));
}
