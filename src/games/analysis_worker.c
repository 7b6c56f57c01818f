#include "games/analysis_worker.h"

#include "base/clock.h"
#include "base/number.h"
#include "core/position_text.h"
#include "study/analysis_format.h"
#include "study/solution_json.h"

#include <string.h>

enum { COMMAND_MS_MAX = 10 * 60 * 1000, PROGRESS_EVERY_MS = 200 };

const char *worker_next_word(char **rest) {
    char *word = *rest + strspn(*rest, " ");
    char *end = word + strcspn(word, " ");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

static bool read_number(char **rest, const char *what, int64_t min, int64_t max, int64_t *out,
                        Error *err) {
    return number_parse(worker_next_word(rest), min, max, out, err) || error_prefix(err, what);
}

static bool read_budget(char **rest, int64_t *ms, int64_t *nodes, Error *err) {
    return read_number(rest, "milliseconds", 1, COMMAND_MS_MAX, ms, err) &&
           read_number(rest, "nodes", 0, INT64_MAX, nodes, err);
}

static bool read_position(const char *text, Board *b, Error *err) {
    if (!position_text_parse(text, b, err))
        return false;
    return board_has_legal_move(b) || error_set(err, "the game is over");
}

// The analysis of one position while it runs.
typedef struct {
    EngineWorker *worker;
    const Board *board;
    int64_t reported_ms;
    bool was_interrupted;
} RunningAnalysis;

static bool check_interrupted(void *context) {
    RunningAnalysis *running = context;
    running->was_interrupted =
        running->was_interrupted || stop_requested(running->worker->callbacks.stop);
    return running->was_interrupted;
}

static void add_json(const char *word, const Analysis *a, const Board *b, Str *out) {
    str_add(out, "%s ", word);
    analysis_format_json(a, b, out);
    str_cut(out, out->len - 1); // the newline
}

static void report_progress(void *context, const Analysis *so_far) {
    RunningAnalysis *running = context;
    const WorkerCallbacks *callbacks = &running->worker->callbacks;
    int64_t now = clock_now_ms();
    if (!callbacks->progress || now - running->reported_ms < PROGRESS_EVERY_MS)
        return;
    running->reported_ms = now;
    Str line = {0};
    add_json("so_far", so_far, running->board, &line);
    callbacks->progress(callbacks->progress_context, str_text(&line));
    str_release(&line);
}

// "settled" if the search ended before its budget was used up.
static const char *result_word(const RunningAnalysis *running, const Question *q,
                               const Analysis *a) {
    bool spent = a->ms >= q->limits.ms - q->limits.ms / 10 ||
                 (q->limits.nodes && a->nodes >= q->limits.nodes);
    return spent || running->was_interrupted ? "found" : "settled";
}

bool worker_examine(EngineWorker *worker, char **rest, Str *out, Error *err) {
    Board b;
    int64_t lines = 1, ms = 0, nodes = 0;
    if (!read_number(rest, "lines", 1, ANALYST_LINES_MAX, &lines, err) ||
        !read_budget(rest, &ms, &nodes, err) || !read_position(*rest, &b, err))
        return false;
    RunningAnalysis running = {.worker = worker, .board = &b, .reported_ms = clock_now_ms()};
    Question q = {
        .limits = {.ms = ms, .nodes = nodes, .stop = {check_interrupted, &running}},
        .lines = (int)lines,
        .report = report_progress,
        .report_context = &running,
    };
    if (!worker->analyst)
        worker->analyst = analyst_new();
    Analysis a = analyst_think(worker->analyst, &b, &q);
    add_json(result_word(&running, &q, &a), &a, &b, out);
    return true;
}

bool worker_prove(EngineWorker *worker, char **rest, Str *out, Error *err) {
    Board b;
    Proof proof;
    RunningAnalysis running = {.worker = worker, .board = &b};
    SolverLimits limits = {.stop = {check_interrupted, &running}};
    if (!read_budget(rest, &limits.ms, &limits.nodes, err) || !read_position(*rest, &b, err))
        return false;
    if (!worker->solver)
        worker->solver = solver_new();
    int64_t began = clock_now_ms();
    Solution s = solver_decide(worker->solver, &b, &limits, &proof);
    proof_release(&proof);
    str_add_text(out, s.proved ? "settled {" : "found {");
    solution_json_fields(&s, &b, clock_now_ms() - began, out);
    str_add_char(out, '}');
    return true;
}
