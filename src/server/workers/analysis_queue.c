#include "server/workers/analysis_queue.h"

#include "base/mem.h"
#include "base/number.h"
#include "server/log.h"
#include "server/server_internal.h"
#include "store/store.h"

#include <string.h>

enum { TASK_ATTEMPTS_MAX = 2, WHY_SIZE = 100 };

typedef enum {
    ANALYSIS_WAITING,
    ANALYSIS_THINKING,
    ANALYSIS_DONE,
    ANALYSIS_STOPPED,
    ANALYSIS_FAILED
} AnalysisState;

typedef struct {
    GameId id;
    int64_t number;        // current or last job
    int64_t arrival;       // order of arrival
    int64_t last_served;   // value of `served` then; 0: never
    int64_t served_before; // value of `served` on arrival
    UserId user;
    char network[ADDRESS_SIZE];
    AnalysisJob *job;
    AnalysisState state;
    int seq, failures;
    bool was_computed;            // not everything came from the cache
    bool at_worker;               // a worker has its job and will still answer
    bool was_returned;            // remote workers did not take it in time
    int64_t started_ms, spent_ms; // start of the job; time spent on the position before it
    int64_t used_ms;              // in total
    bool is_changed;              // since the owner was last notified
    int64_t notified_ms;          // when that was; 0: never
    char why[WHY_SIZE];           // error message
} QueuedAnalysis;

struct AnalysisQueue {
    Server *server;
    char engine[64];
    int count;
    QueuedAnalysis *queue[ANALYSES_KEPT]; // oldest first
    int64_t last_job, last_arrival, served;
};

AnalysisQueue *analysis_queue_new(Server *s, const char *engine) {
    AnalysisQueue *a = mem_alloc(sizeof *a);
    a->server = s;
    snprintf(a->engine, sizeof a->engine, "%s", engine);
    return a;
}

static void free_analysis(QueuedAnalysis *q) {
    if (!q)
        return;
    analysis_job_free(q->job);
    mem_free(q);
}

void analysis_queue_free(AnalysisQueue *a) {
    if (!a)
        return;
    for (int i = 0; i < a->count; i++)
        free_analysis(a->queue[i]);
    mem_free(a);
}

static bool is_finished(const QueuedAnalysis *q) {
    return q->state >= ANALYSIS_DONE;
}

// ---- Fair queue

typedef struct {
    int own_ahead; // earlier waiting analyses of the same user
    int64_t turn;  // value of `served` at which it is the user's turn
    int64_t arrival;
} QueuePosition;

// Fair queue: a served user goes behind everyone waiting; newcomers queue behind both, so nobody
// starves.
static QueuePosition position_of(const AnalysisQueue *a, const QueuedAnalysis *q) {
    QueuePosition p = {.turn = q->served_before, .arrival = q->arrival};
    for (int i = 0; i < a->count; i++) {
        const QueuedAnalysis *other = a->queue[i];
        if (other->user != q->user)
            continue;
        p.own_ahead += other->state == ANALYSIS_WAITING && other->arrival < q->arrival;
        if (other->last_served > 0 && other->last_served + 1 > p.turn)
            p.turn = other->last_served + 1;
    }
    return p;
}

static bool is_before(const QueuePosition *x, const QueuePosition *y) {
    if (x->own_ahead != y->own_ahead)
        return x->own_ahead < y->own_ahead;
    return x->turn != y->turn ? x->turn < y->turn : x->arrival < y->arrival;
}

static bool may_be_taken(const QueuedAnalysis *q, AnalysisChoice choice) {
    bool has_failed = q->failures > 0;
    return q->state == ANALYSIS_WAITING && !(choice == TAKE_FOR_REMOTE && has_failed) &&
           !(choice == TAKE_RETURNED && !q->was_returned && !has_failed);
}

static QueuedAnalysis *next_analysis(const AnalysisQueue *a, AnalysisChoice choice) {
    QueuedAnalysis *next = NULL;
    QueuePosition first = {0};
    for (int i = 0; i < a->count; i++) {
        if (!may_be_taken(a->queue[i], choice))
            continue;
        QueuePosition p = position_of(a, a->queue[i]);
        if (!next || is_before(&p, &first)) {
            next = a->queue[i];
            first = p;
        }
    }
    return next;
}

// Starts at 1.
static int queue_rank(const AnalysisQueue *a, const QueuedAnalysis *q) {
    int place = 1;
    QueuePosition own = position_of(a, q);
    for (int i = 0; i < a->count; i++) {
        QueuePosition p = position_of(a, a->queue[i]);
        place += a->queue[i]->state == ANALYSIS_WAITING && a->queue[i] != q && is_before(&p, &own);
    }
    return place;
}

int analysis_queue_waiting(const AnalysisQueue *a) {
    int waiting = 0;
    for (int i = 0; i < a->count; i++)
        waiting += a->queue[i]->state == ANALYSIS_WAITING;
    return waiting;
}

// ---- Analysis cache

static AnalysisCacheKey query_of(const AnalysisQueue *a, const QueuedAnalysis *q) {
    AnalysisBudget e = analysis_job_budget(q->job);
    return (AnalysisCacheKey){
        .engine = a->engine,
        .lines = e.lines,
        .ms = e.ms,
        .nodes = e.nodes,
    };
}

static bool add_cached(void *context, const char *result) {
    AnalysisJob *job = context;
    Error ignored = {0};
    AnalysisResult found = {.is_final = true};
    return analysis_job_add_result(job, analysis_job_next(job), result, &found, &ignored) &&
           analysis_job_next(job) >= 0;
}

static void load_cached(AnalysisQueue *a, QueuedAnalysis *q, int first, int count) {
    ScopedStr positions = {0};
    Error ignored = {0};
    AnalysisCacheKey query = query_of(a, q);
    JsonWriter w = json_writer_into(&positions);
    write_array(&w, NULL);
    for (int i = first; i < first + count; i++) {
        ScopedStr position = {0};
        analysis_job_position(q->job, i, &position);
        write_text(&w, NULL, str_text(&position));
    }
    write_end_array(&w);
    analysis_cache_each(a->server->store, str_text(&positions), &query, add_cached, q->job,
                        &ignored);
}

// Loads cached results up to the first position that is not cached: mostly the first one, so it
// asks for more of them only if all before were there.
static void load_all_cached(AnalysisQueue *a, QueuedAnalysis *q) {
    enum { AT_ONCE = 64 };
    int all = analysis_job_position_count(q->job), count = 1;
    for (int first; (first = analysis_job_next(q->job)) >= 0; count = int_min(2 * count, AT_ONCE)) {
        int end = int_min(first + count, all);
        load_cached(a, q, first, end - first);
        int next = analysis_job_next(q->job);
        if (next != first)
            q->spent_ms = 0;
        if (next != end)
            return;
    }
}

static void save_to_cache(AnalysisQueue *a, const QueuedAnalysis *q, int i, bool settled,
                          const AnalysisCacheKey *used, const char *json) {
    Error reported_by_commit = {0};
    ScopedStr position = {0};
    analysis_job_position(q->job, i, &position);
    AnalysisCacheKey found = query_of(a, q);
    found.position = str_text(&position);
    found.ms = used->ms;
    found.nodes = used->nodes;
    analysis_cache_put(a->server->store, &found, settled, json, &reported_by_commit);
}

// ---- Responses and notifications

static const char *state_name(const QueuedAnalysis *q) {
    static const char *const names[] = {"waiting", "thinking", "done", "stopped", "failed"};
    bool between = q->state == ANALYSIS_WAITING && q->last_served > 0; // between two positions
    return names[between ? ANALYSIS_THINKING : q->state];
}

static int64_t used_ms(const AnalysisQueue *a, const QueuedAnalysis *q) {
    int64_t running = q->state == ANALYSIS_THINKING ? server_ms(a->server) - q->started_ms : 0;
    return q->used_ms + running;
}

static void write_budget(const QueuedAnalysis *q, JsonWriter *w) {
    AnalysisBudget e = analysis_job_budget(q->job);
    write_object(w, "budget");
    write_number(w, "lines", e.lines);
    write_number(w, "ms", e.ms);
    write_optional(w, "nodes", e.nodes ? e.nodes : -1);
    write_number(w, "positions", analysis_job_position_count(q->job));
    write_end_object(w);
}

static void write_analysis(const AnalysisQueue *a, const QueuedAnalysis *q, JsonWriter *w) {
    write_text(w, "analysis", *q->id.text ? q->id.text : NULL);
    write_number(w, "seq", q->seq);
    write_text(w, "state", state_name(q));
    write_text(w, "game", analysis_job_game(q->job));
    write_optional(w, "place", q->state == ANALYSIS_WAITING ? queue_rank(a, q) : -1);
    write_flag(w, "cached", !q->was_computed);
    write_budget(q, w);
    write_number(w, "known", analysis_job_done_count(q->job));
    write_number(w, "ms_used", used_ms(a, q));
    write_text(w, "error", *q->why ? q->why : NULL);
}

typedef struct {
    UserId user;
    Str text;
} OwnerMessage;

static void send_to_owner(void *context, WebSocket *socket) {
    const OwnerMessage *t = context;
    if (websocket_user(socket) == t->user)
        websocket_send(socket, &t->text);
}

// Not while a worker has its job: a stopped worker still reports what it has found.
static void close_if_finished(QueuedAnalysis *q) {
    if (is_finished(q) && !q->at_worker)
        analysis_job_close(q->job);
}

// Notifies the owner. The result of a whole game may exceed the send buffer limit of a WebSocket,
// so it is left out; clients fetch it by GET.
static void notify_owner(AnalysisQueue *a, QueuedAnalysis *q) {
    q->seq++;
    q->is_changed = false;
    q->notified_ms = server_ms(a->server);
    OwnerMessage t = {.user = q->user};
    JsonWriter w = json_writer_into(&t.text);
    write_object(&w, NULL);
    write_text(&w, "is", "analysis");
    write_analysis(a, q, &w);
    if (!analysis_job_game(q->job))
        analysis_job_write(q->job, &w, "result");
    write_end_object(&w);
    websockets_each(a->server, send_to_owner, &t);
    str_release(&t.text);
    http_wake_waiting(a->server, &q->id, (UserId[3]){0});
}

// Otherwise a review of a hundred positions at a millisecond each would have a client that uses
// long polling exceed its rate limit.
static bool may_notify(const AnalysisQueue *a, const QueuedAnalysis *q) {
    return is_finished(q) || !q->notified_ms ||
           server_ms(a->server) - q->notified_ms >= ANALYSIS_NOTIFY_MS;
}

// Notifies the owner now or, if that has just been done, at a later tick.
static void notify_changed(AnalysisQueue *a, QueuedAnalysis *q) {
    close_if_finished(q);
    q->is_changed = true;
    if (may_notify(a, q))
        notify_owner(a, q);
}

void analysis_queue_tick(AnalysisQueue *a) {
    for (int i = 0; i < a->count; i++)
        if (a->queue[i]->is_changed && may_notify(a, a->queue[i]))
            notify_owner(a, a->queue[i]);
}

// ---- For clients

static int unfinished_from(const AnalysisQueue *a, const char *network) {
    int count = 0;
    for (int i = 0; i < a->count; i++)
        count += !is_finished(a->queue[i]) && !strcmp(a->queue[i]->network, network);
    return count;
}

// The latest that waits, of the address that has the most.
static QueuedAnalysis *least_entitled(const AnalysisQueue *a, int *most) {
    QueuedAnalysis *found = NULL;
    *most = 0;
    for (int i = 0; i < a->count; i++) {
        QueuedAnalysis *q = a->queue[i];
        int count = q->state == ANALYSIS_WAITING ? unfinished_from(a, q->network) : 0;
        if (count > *most || (found && count == *most && q->arrival > found->arrival)) {
            found = q;
            *most = count;
        }
    }
    return found;
}

// A few addresses could otherwise keep everybody else out. Those with fewer take places from those
// with more, until all have as many.
static bool take_place(AnalysisQueue *a, int near) {
    int most;
    QueuedAnalysis *q = least_entitled(a, &most);
    if (!q || most <= near + 1)
        return false;
    q->state = ANALYSIS_STOPPED;
    snprintf(q->why, sizeof q->why, "%s", "others are waiting, and your address has the most");
    notify_changed(a, q);
    return true;
}

static Status check_capacity(AnalysisQueue *a, const AnalysisClient *client, Error *err) {
    int own = 0, near = 0, all = 0;
    for (int i = 0; i < a->count; i++) {
        const QueuedAnalysis *q = a->queue[i];
        if (is_finished(q))
            continue;
        all++;
        own += q->user == client->user;
        near += !strcmp(q->network, client->network);
    }
    if (own >= ANALYSES_PER_USER)
        error_set(err, "%d of your analyses are unfinished; cancel one, or wait", own);
    else if (near >= ANALYSES_PER_ADDRESS * a->server->options.rate_limit_factor)
        error_set(err, "%d analyses from this address are unfinished", near);
    else if (all >= ANALYSES_WAITING && !take_place(a, near))
        error_set(err, "%d analyses are waiting; try again in a while", all);
    else
        return STATUS_OK;
    return STATUS_TOO_MANY;
}

static void drop_analysis(AnalysisQueue *a, int at) {
    free_analysis(a->queue[at]);
    memmove(&a->queue[at], &a->queue[at + 1], (size_t)(--a->count - at) * sizeof *a->queue);
}

// Drops the oldest finished analysis: the user's own if they have too many, or anybody's if the
// queue is full.
static void evict_finished(AnalysisQueue *a, UserId user) {
    int own = 0, own_oldest = -1, oldest = -1;
    for (int i = a->count - 1; i >= 0; i--) {
        const QueuedAnalysis *q = a->queue[i];
        own += q->user == user;
        if (!is_finished(q))
            continue;
        oldest = i;
        own_oldest = q->user == user ? i : own_oldest;
    }
    if (own >= ANALYSES_KEPT_PER_USER && own_oldest >= 0)
        drop_analysis(a, own_oldest);
    else if (a->count == ANALYSES_KEPT)
        drop_analysis(a, oldest); // there is one: ANALYSES_WAITING < ANALYSES_KEPT
}

static void enqueue(AnalysisQueue *a, QueuedAnalysis *q) {
    evict_finished(a, q->user);
    a->queue[a->count++] = q;
    q->id = registry_new_id(a->server->registry);
    q->arrival = ++a->last_arrival;
    q->served_before = a->served;
    q->was_computed = true;
}

Status analysis_queue_submit(AnalysisQueue *a, const AnalysisClient *client, AnalysisJob *job,
                             JsonWriter *w, GameId *started_id, Error *err) {
    QueuedAnalysis *q = mem_alloc(sizeof *q);
    *q = (QueuedAnalysis){.job = job, .user = client->user};
    snprintf(q->network, sizeof q->network, "%s", client->network);
    load_all_cached(a, q);
    bool known = analysis_job_next(job) < 0;
    Status status = known ? STATUS_OK : check_capacity(a, client, err);
    if (!status && !known)
        enqueue(a, q);
    else if (!status)
        q->state = ANALYSIS_DONE;
    if (!status) {
        write_analysis(a, q, w);
        analysis_job_write(q->job, w, "result");
        *started_id = q->id;
    }
    if (status || known)
        free_analysis(q);
    return status;
}

static QueuedAnalysis *find_owned(const AnalysisQueue *a, UserId user, const char *id, Error *err) {
    for (int i = 0; i < a->count; i++)
        if (a->queue[i]->user == user && !strcmp(a->queue[i]->id.text, id))
            return a->queue[i];
    error_set(err, "you have no analysis %.20s; the last %d are kept", id, ANALYSES_KEPT_PER_USER);
    return NULL;
}

Status analysis_queue_get(AnalysisQueue *a, UserId user, const char *id, JsonWriter *w, int *seq,
                          Error *err) {
    const QueuedAnalysis *q = find_owned(a, user, id, err);
    if (!q)
        return STATUS_NOT_FOUND;
    write_analysis(a, q, w);
    analysis_job_write(q->job, w, "result");
    if (seq)
        *seq = q->seq;
    return STATUS_OK;
}

Status analysis_queue_cancel(AnalysisQueue *a, UserId user, const char *id, Error *err) {
    QueuedAnalysis *q = find_owned(a, user, id, err);
    if (!q)
        return STATUS_NOT_FOUND;
    if (is_finished(q))
        return STATUS_OK;
    if (q->state == ANALYSIS_THINKING) {
        q->used_ms = used_ms(a, q);
        worker_pool_stop_analysis(a->server->workers, q->number);
    }
    q->state = ANALYSIS_STOPPED;
    notify_changed(a, q);
    return STATUS_OK;
}

// ---- For the worker pool

static QueuedAnalysis *find_job(const AnalysisQueue *a, int64_t number) {
    for (int i = 0; i < a->count; i++)
        if (a->queue[i]->number == number)
            return a->queue[i];
    return NULL; // already dropped
}

static void finish_if_cached(AnalysisQueue *a, QueuedAnalysis *q) {
    load_all_cached(a, q); // another user may have requested the same meanwhile
    if (analysis_job_next(q->job) < 0)
        q->state = ANALYSIS_DONE;
}

bool analysis_queue_take(AnalysisQueue *a, AnalysisChoice choice, PositionJob *out) {
    for (QueuedAnalysis *q; (q = next_analysis(a, choice));) {
        q->last_served = ++a->served;
        q->was_returned = false;
        finish_if_cached(a, q);
        if (is_finished(q)) {
            notify_changed(a, q);
            continue;
        }
        q->state = ANALYSIS_THINKING;
        q->number = ++a->last_job;
        q->at_worker = true;
        q->started_ms = server_ms(a->server);
        int64_t ms = analysis_job_budget(q->job).ms - q->spent_ms;
        *out = (PositionJob){.number = q->number, .user = q->user, .ms = ms > 0 ? ms : 1};
        analysis_job_command(q->job, analysis_job_next(q->job), q->spent_ms, &out->text);
        notify_changed(a, q);
        return true;
    }
    return false;
}

// If the line is "WORD rest", returns the rest; otherwise NULL.
static const char *text_after(const char *line, const char *word) {
    size_t len = strlen(word);
    return !strncmp(line, word, len) && line[len] == ' ' ? line + len + 1 : NULL;
}

void analysis_queue_progress(AnalysisQueue *a, int64_t number, const char *line) {
    QueuedAnalysis *q = find_job(a, number);
    const char *json = text_after(line, "so_far");
    AnalysisResult found = {.is_final = false};
    Error ignored = {0};
    if (q && json && q->state == ANALYSIS_THINKING &&
        analysis_job_add_result(q->job, analysis_job_next(q->job), json, &found, &ignored) &&
        !analysis_job_game(q->job))
        notify_changed(a, q);
}

static void fail(AnalysisQueue *a, QueuedAnalysis *q, const char *why) {
    LogLine l;
    log_begin(&l, "analysis_failed");
    write_text(&l.writer, "why", why);
    write_number(&l.writer, "try", ++q->failures);
    log_end(&l);
    a->server->counters.worker_failures++;
    close_if_finished(q);
    if (q->state != ANALYSIS_THINKING)
        return;
    q->state = q->failures < TASK_ATTEMPTS_MAX ? ANALYSIS_WAITING : ANALYSIS_FAILED;
    if (q->state == ANALYSIS_FAILED)
        snprintf(q->why, sizeof q->why, "the engine failed twice here");
    notify_changed(a, q);
}

static int64_t end_job(const AnalysisQueue *a, QueuedAnalysis *q) {
    int64_t ms = server_ms(a->server) - q->started_ms;
    q->used_ms += q->state == ANALYSIS_THINKING ? ms : 0;
    q->at_worker = false;
    return ms;
}

void analysis_queue_fail(AnalysisQueue *a, int64_t number, const char *why) {
    QueuedAnalysis *q = find_job(a, number);
    if (!q)
        return;
    end_job(a, q);
    fail(a, q, why);
}

void analysis_queue_return(AnalysisQueue *a, int64_t number) {
    QueuedAnalysis *q = find_job(a, number);
    if (!q)
        return;
    end_job(a, q);
    close_if_finished(q);
    if (q->state != ANALYSIS_THINKING)
        return;
    q->state = ANALYSIS_WAITING;
    q->was_returned = true;
    notify_changed(a, q);
}

void analysis_queue_finish(AnalysisQueue *a, int64_t number, const char *line, bool yielded) {
    QueuedAnalysis *q = find_job(a, number);
    int i = q ? analysis_job_next(q->job) : -1;
    if (i < 0)
        return; // nobody waits for it any more
    const char *settled = text_after(line, "settled");
    const char *json = settled ? settled : text_after(line, "found");
    bool whole = settled || (!yielded && q->state == ANALYSIS_THINKING);
    AnalysisResult found = {.is_final = whole, .is_settled = settled};
    Error err = {0};
    int64_t ms = end_job(a, q);
    if (!json || !analysis_job_add_result(q->job, i, json, &found, &err)) {
        fail(a, q, json ? err.text : line);
        return;
    }
    // Cached with the budget it was given if it could use all of it (measured time may include
    // starting the worker). With a node limit the time means little.
    AnalysisBudget given = analysis_job_budget(q->job);
    bool used_full_time = whole && q->spent_ms == 0 && given.nodes == 0;
    AnalysisCacheKey used = {.ms = used_full_time ? given.ms : found.ms, .nodes = found.nodes};
    save_to_cache(a, q, i, settled != NULL, &used, json);
    q->spent_ms = whole ? 0 : q->spent_ms + ms;
    if (q->state == ANALYSIS_THINKING) {
        q->state = ANALYSIS_WAITING;
        q->failures = 0;
        finish_if_cached(a, q);
    }
    notify_changed(a, q);
}
