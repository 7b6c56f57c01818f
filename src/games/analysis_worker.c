#include "games/analysis_worker.h"

#include "base/clock.h"
#include "base/number.h"
#include "core/position_text.h"
#include "study/analysis_format.h"
#include "study/solution_json.h"

#include <string.h>

enum { EXAMINE_MS_MAX = 10 * 60 * 1000, TELL_EVERY_MS = 200 };

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
    return read_number(rest, "milliseconds", 1, EXAMINE_MS_MAX, ms, err) &&
           read_number(rest, "nodes", 0, INT64_MAX, nodes, err);
}

static bool read_position(const char *text, Board *b, Error *err) {
    if (!position_text_parse(text, b, err))
        return false;
    return board_has_legal_move(b) || error_set(err, "the game is over");
}

// A position while it is examined.
typedef struct {
    EngineWorker *worker;
    const Board *board;
    int64_t told_ms;
    bool was_stopped;
} Examination;

static bool is_stopped(void *context) {
    Examination *x = context;
    const WorkerCallbacks *master = &x->worker->master;
    x->was_stopped = x->was_stopped || (master->stops && master->stops(master->context));
    return x->was_stopped;
}

static void add_json(const char *word, const Analysis *a, const Board *b, Str *out) {
    str_add(out, "%s ", word);
    analysis_format_json(a, b, out);
    str_cut(out, out->len - 1); // the newline
}

static void tell(void *context, const Analysis *so_far) {
    Examination *x = context;
    const WorkerCallbacks *master = &x->worker->master;
    int64_t now = clock_now_ms();
    if (!master->tells || now - x->told_ms < TELL_EVERY_MS)
        return;
    x->told_ms = now;
    Str line = {0};
    add_json("so_far", so_far, x->board, &line);
    master->tells(master->context, str_text(&line));
    str_release(&line);
}

// Of a search that ended before it had to.
static const char *word_for(const Examination *x, const Question *q, const Analysis *a) {
    bool spent = a->ms >= q->limits.ms - q->limits.ms / 10 ||
                 (q->limits.nodes && a->nodes >= q->limits.nodes);
    return spent || x->was_stopped ? "found" : "settled";
}

bool worker_examine(EngineWorker *w, char **rest, Str *out, Error *err) {
    Board b;
    int64_t lines = 1, ms = 0, nodes = 0;
    if (!read_number(rest, "lines", 1, ANALYST_LINES_MAX, &lines, err) ||
        !read_budget(rest, &ms, &nodes, err) || !read_position(*rest, &b, err))
        return false;
    Examination x = {.worker = w, .board = &b, .told_ms = clock_now_ms()};
    Question q = {
        .limits = {.ms = ms, .nodes = nodes, .interrupted = is_stopped, .context = &x},
        .lines = (int)lines,
        .report = tell,
    };
    if (!w->analyst)
        w->analyst = analyst_new();
    Analysis a = analyst_think(w->analyst, &b, &q);
    add_json(word_for(&x, &q, &a), &a, &b, out);
    return true;
}

bool worker_prove(EngineWorker *w, char **rest, Str *out, Error *err) {
    Board b;
    Proof proof;
    Examination x = {.worker = w, .board = &b};
    SolverLimits limits = {.interrupted = is_stopped, .context = &x};
    if (!read_budget(rest, &limits.ms, &limits.nodes, err) || !read_position(*rest, &b, err))
        return false;
    if (!w->solver)
        w->solver = solver_new();
    int64_t began = clock_now_ms();
    Solution s = solver_decide(w->solver, &b, &limits, &proof);
    proof_release(&proof);
    str_add_text(out, s.proved ? "settled {" : "found {");
    solution_json_fields(&s, &b, clock_now_ms() - began, out);
    str_add_char(out, '}');
    return true;
}
