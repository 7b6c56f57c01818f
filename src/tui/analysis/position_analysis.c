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

typedef struct {
    PositionAnalysis *analysis;
    bool (*interrupted)(void *context);
    void *context;
} Run;

static bool is_interrupted(void *context) {
    const Run *run = context;
    return run->interrupted(run->context);
}

static void report(void *context, const Analysis *so_far) {
    const Run *run = context;
    publish(run->analysis, so_far);
}

static Question question_for(Run *run, int ms, int lines) {
    return (Question){
        .limits = {.ms = ms, .interrupted = is_interrupted, .context = run},
        .lines = lines,
    };
}

void position_analysis_run(void *analysis, bool (*interrupted)(void *context), void *context) {
    Run run = {analysis, interrupted, context};
    Question q = question_for(&run, TIME_LIMIT_MS, LINES);
    q.report = report;
    Analysis last = analyst_think(run.analysis->analyst, &run.analysis->board, &q);
    publish(run.analysis, &last);
}

// On a busy machine a short search may end without a result, so the time doubles until there is
// one.
int position_analysis_win_rate(PositionAnalysis *a, const Board *b, int ms,
                               bool (*interrupted)(void *context), void *context) {
    Run run = {a, interrupted, context};
    Analysis found = {0};
    for (; found.lines[0].depth == 0 && ms < TIME_LIMIT_MS && !interrupted(context); ms *= 2) {
        Question q = question_for(&run, ms, 1);
        found = analyst_think(a->analyst, b, &q);
    }
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
