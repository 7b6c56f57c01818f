#include "tui/analysis/position_analysis.h"

#include "base/mem.h"
#include "base/util.h"

#include <math.h>
#include <pthread.h>

enum { LINES = 16, TIME_LIMIT_MS = 60 * 1000 };

struct PositionAnalysis {
    Engine *engine;
    Board board;
    pthread_mutex_t lock; // guards `result`
    EngineResult result;
};

PositionAnalysis *position_analysis_new(void) {
    PositionAnalysis *a = mem_alloc(sizeof *a);
    a->engine = engine_new(NULL);
    pthread_mutex_init(&a->lock, NULL);
    return a;
}

void position_analysis_free(PositionAnalysis *a) {
    if (!a)
        return;
    engine_free(a->engine);
    pthread_mutex_destroy(&a->lock);
    mem_free(a);
}

void position_analysis_set_board(PositionAnalysis *a, const Board *b) {
    a->board = *b;
    a->result = (EngineResult){0};
}

EngineResult position_analysis_result(PositionAnalysis *a) {
    pthread_mutex_lock(&a->lock);
    EngineResult copy = a->result;
    pthread_mutex_unlock(&a->lock);
    return copy;
}

static void publish(PositionAnalysis *a, const EngineResult *latest) {
    pthread_mutex_lock(&a->lock);
    a->result = *latest;
    pthread_mutex_unlock(&a->lock);
}

static void report(void *context, const EngineResult *so_far) {
    publish(context, so_far);
}

void position_analysis_run(void *analysis, StopToken stop) {
    PositionAnalysis *a = analysis;
    EngineRequest request = {
        .board = &a->board,
        .budget.ms = TIME_LIMIT_MS,
        .line_count = LINES,
        .stop = stop,
        .on_progress = report,
        .progress_context = a,
    };
    EngineResult last = engine_run(a->engine, &request);
    publish(a, &last);
}

// On a busy machine a short search may end without a result, so the time doubles until there is
// one.
int position_analysis_win_rate(PositionAnalysis *a, const Board *b, int ms, StopToken stop) {
    EngineResult found = {0};
    for (; found.lines[0].depth == 0 && ms < TIME_LIMIT_MS && !stop_requested(stop); ms *= 2)
        found = engine_run(a->engine, &(EngineRequest){.board = b, .budget.ms = ms, .stop = stop});
    return win_rate_percent(found.lines[0].value);
}

int win_rate_percent(int value) {
    if (engine_is_certain(value))
        return value > 0 ? 100 : 0;
    return int_max(1, int_min((int)lround(100 * engine_win_rate(value)), 99));
}
