#include "games/analysis_worker.h"

#include "base/clock.h"
#include "base/number.h"
#include "core/position_text.h"
#include "study/review.h"

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

static bool read_budget(char **rest, Budget *out, Error *err) {
    return read_number(rest, "milliseconds", 1, COMMAND_MS_MAX, &out->ms, err) &&
           read_number(rest, "nodes", 0, INT64_MAX, &out->nodes, err);
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

static void add_json(const char *word, const EngineResult *a, const Board *b, Str *out) {
    str_add(out, "%s ", word);
    JsonWriter w = json_writer_into(out);
    analysis_write(&w, NULL, a, b);
}

static void report_progress(void *context, const EngineResult *so_far) {
    RunningAnalysis *running = context;
    const WorkerCallbacks *callbacks = &running->worker->callbacks;
    int64_t now = clock_now_ms();
    if (!callbacks->progress || now - running->reported_ms < PROGRESS_EVERY_MS)
        return;
    running->reported_ms = now;
    ScopedStr line = {0};
    add_json("so_far", so_far, running->board, &line);
    callbacks->progress(callbacks->progress_context, str_text(&line));
}

// "settled" if the search ended before its budget was used up.
static const char *result_word(const RunningAnalysis *running, const Budget *budget,
                               const EngineResult *a) {
    bool spent =
        a->ms >= budget->ms - budget->ms / 10 || (budget->nodes && a->nodes >= budget->nodes);
    return spent || running->was_interrupted ? "found" : "settled";
}

static EngineResult run(EngineWorker *worker, const EngineRequest *request) {
    if (!worker->engine)
        worker->engine = engine_new(NULL);
    return engine_run(worker->engine, request);
}

bool worker_examine(EngineWorker *worker, char **rest, Str *out, Error *err) {
    Board b;
    Budget budget = {0};
    int64_t lines = 1;
    if (!read_number(rest, "lines", 1, ENGINE_LINES_MAX, &lines, err) ||
        !read_budget(rest, &budget, err) || !read_position(*rest, &b, err))
        return false;
    RunningAnalysis running = {.worker = worker, .board = &b, .reported_ms = clock_now_ms()};
    EngineRequest request = {
        .board = &b,
        .budget = budget,
        .line_count = (int)lines,
        .stop = {check_interrupted, &running},
        .on_progress = report_progress,
        .progress_context = &running,
    };
    EngineResult a = run(worker, &request);
    add_json(result_word(&running, &budget, &a), &a, &b, out);
    return true;
}

bool worker_prove(EngineWorker *worker, char **rest, Str *out, Error *err) {
    Board b;
    EngineRequest request = {.kind = REQUEST_PROVE, .board = &b, .stop = worker->callbacks.stop};
    if (!read_budget(rest, &request.budget, err) || !read_position(*rest, &b, err))
        return false;
    EngineResult r = run(worker, &request);
    str_add_text(out, r.outcome != OUTCOME_UNKNOWN ? "settled " : "found ");
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    solution_write(&w, &r, b.size);
    write_end_object(&w);
    engine_result_release(&r);
    return true;
}
