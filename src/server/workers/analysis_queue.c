#include "server/workers/analysis_queue.h"

#include "base/mem.h"
#include "base/util.h"
#include "server/log.h"
#include "server/server_internal.h"
#include "store/analysis_cache.h"

#include <string.h>

enum { TRIES_MAX = 2, WHY_SIZE = 100 };

typedef enum { JOB_WAITING, JOB_THINKING, JOB_DONE, JOB_STOPPED, JOB_FAILED } JobState;

typedef struct {
    GameId id;
    int64_t number; // of the task that is being thought about, or was last
    int64_t age;    // those that were asked earlier have less
    int64_t turn;   // when it was served last; 0: never
    int64_t since;  // how many had been served when it was asked
    UserId user;
    char network[ADDRESS_SIZE];
    AnalysisJob *inquiry;
    JobState state;
    int seq, failures;
    bool thought;               // some of it was not in the store
    bool is_out;                // a thinker has it, and will say something
    int64_t began_ms, spent_ms; // of the task; of the position, before it
    int64_t used_ms;            // of all
    char why[WHY_SIZE];         // it failed
} Job;

struct AnalysisQueue {
    Server *server;
    char engine[64];
    int count;
    Job *jobs[ANALYSES_KEPT]; // the oldest first
    int64_t numbers, ages, turns;
};

AnalysisQueue *analysis_queue_new(Server *s, const char *engine) {
    AnalysisQueue *a = mem_alloc(sizeof *a);
    a->server = s;
    snprintf(a->engine, sizeof a->engine, "%s", engine);
    return a;
}

static void free_job(Job *j) {
    if (!j)
        return;
    analysis_job_free(j->inquiry);
    mem_free(j);
}

void analysis_queue_free(AnalysisQueue *a) {
    if (!a)
        return;
    for (int i = 0; i < a->count; i++)
        free_job(a->jobs[i]);
    mem_free(a);
}

static bool is_over(const Job *j) {
    return j->state >= JOB_DONE;
}

// ---- The queue

typedef struct {
    int own_before; // waiting questions of the same person that were asked earlier
    int64_t turn;   // from which on it is that person's
    int64_t age;
} Place;

// Who was served has his next turn after those who had come by then. Who comes later stands behind
// both, so nobody is overtaken for ever.

static Place place_of(const AnalysisQueue *a, const Job *j) {
    Place p = {.turn = j->since, .age = j->age};
    for (int i = 0; i < a->count; i++) {
        const Job *other = a->jobs[i];
        if (other->user != j->user)
            continue;
        p.own_before += other->state == JOB_WAITING && other->age < j->age;
        if (other->turn > 0 && other->turn + 1 > p.turn)
            p.turn = other->turn + 1;
    }
    return p;
}

static bool is_before(const Place *x, const Place *y) {
    if (x->own_before != y->own_before)
        return x->own_before < y->own_before;
    return x->turn != y->turn ? x->turn < y->turn : x->age < y->age;
}

static Job *next_job(const AnalysisQueue *a) {
    Job *next = NULL;
    Place first = {0};
    for (int i = 0; i < a->count; i++) {
        if (a->jobs[i]->state != JOB_WAITING)
            continue;
        Place p = place_of(a, a->jobs[i]);
        if (!next || is_before(&p, &first)) {
            next = a->jobs[i];
            first = p;
        }
    }
    return next;
}

// Counted from 1.
static int place_in_queue(const AnalysisQueue *a, const Job *j) {
    int place = 1;
    Place own = place_of(a, j);
    for (int i = 0; i < a->count; i++) {
        Place p = place_of(a, a->jobs[i]);
        place += a->jobs[i]->state == JOB_WAITING && a->jobs[i] != j && is_before(&p, &own);
    }
    return place;
}

int analysis_queue_waiting(const AnalysisQueue *a) {
    int waiting = 0;
    for (int i = 0; i < a->count; i++)
        waiting += a->jobs[i]->state == JOB_WAITING;
    return waiting;
}

// ---- What is in the store

static AnalysisCacheKey query_of(const AnalysisQueue *a, const Job *j, const Str *position) {
    Budget e = analysis_job_budget(j->inquiry);
    return (AnalysisCacheKey){
        .position = str_text(position),
        .engine = a->engine,
        .lines = e.lines,
        .ms = e.ms,
        .nodes = e.nodes,
    };
}

static bool recall(AnalysisQueue *a, Job *j, int i) {
    Str position = {0}, result = {0};
    Error ignored = {0};
    AnalysisResult found = {.is_final = true};
    analysis_job_position(j->inquiry, i, &position);
    AnalysisCacheKey query = query_of(a, j, &position);
    bool known = analysis_cache_find(a->server->store, &query, &result, &ignored) &&
                 analysis_job_add_result(j->inquiry, i, str_text(&result), &found, &ignored);
    str_release(&position);
    str_release(&result);
    return known;
}

// All that follows and is known already.
static void recall_all(AnalysisQueue *a, Job *j) {
    for (int i; (i = analysis_job_next(j->inquiry)) >= 0 && recall(a, j, i);)
        j->spent_ms = 0;
}

static void keep(AnalysisQueue *a, const Job *j, int i, bool settled,
                 const AnalysisCacheKey *effort, const char *json) {
    Error told_by_commit = {0};
    Str position = {0};
    analysis_job_position(j->inquiry, i, &position);
    AnalysisCacheKey found = query_of(a, j, &position);
    found.ms = effort->ms;
    found.nodes = effort->nodes;
    analysis_cache_put(a->server->store, &found, settled, json, &told_by_commit);
    str_release(&position);
}

// ---- What is told

static const char *state_name(const Job *j) {
    static const char *const names[] = {"waiting", "thinking", "done", "stopped", "failed"};
    bool between = j->state == JOB_WAITING && j->turn > 0; // two of its positions
    return names[between ? JOB_THINKING : j->state];
}

static int64_t used_ms(const AnalysisQueue *a, const Job *j) {
    int64_t running = j->state == JOB_THINKING ? server_ms(a->server) - j->began_ms : 0;
    return j->used_ms + running;
}

static void write_budget(const Job *j, JsonWriter *w) {
    Budget e = analysis_job_budget(j->inquiry);
    write_object(w, "budget");
    write_number(w, "lines", e.lines);
    write_number(w, "ms", e.ms);
    write_optional(w, "nodes", e.nodes ? e.nodes : -1);
    write_number(w, "positions", analysis_job_position_count(j->inquiry));
    write_end_object(w);
}

static void write_job(const AnalysisQueue *a, const Job *j, JsonWriter *w) {
    write_text(w, "analysis", *j->id.text ? j->id.text : NULL);
    write_number(w, "seq", j->seq);
    write_text(w, "state", state_name(j));
    write_text(w, "game", analysis_job_game(j->inquiry));
    write_optional(w, "place", j->state == JOB_WAITING ? place_in_queue(a, j) : -1);
    write_flag(w, "cached", !j->thought);
    write_budget(j, w);
    write_number(w, "known", analysis_job_done_count(j->inquiry));
    write_number(w, "ms_used", used_ms(a, j));
    write_text(w, "error", *j->why ? j->why : NULL);
}

static void write_result(const Job *j, JsonWriter *w) {
    Str result = {0};
    analysis_job_write(j->inquiry, &result);
    write_raw(w, "result", str_text(&result));
    str_release(&result);
}

typedef struct {
    UserId user;
    Str text;
} Telling;

static void tell_socket(void *context, WebSocket *socket) {
    const Telling *t = context;
    if (websocket_user(socket) == t->user)
        websocket_send(socket, &t->text);
}

// A thinker that was stopped still says what it has found.
static void close_if_over(Job *j) {
    if (is_over(j) && !j->is_out)
        analysis_job_close(j->inquiry);
}

// A game's result may be longer than what a socket may leave unread: who wants it asks for it.
static void changed(AnalysisQueue *a, Job *j) {
    j->seq++;
    close_if_over(j);
    Telling t = {.user = j->user};
    JsonWriter w = json_writer_into(&t.text);
    write_object(&w, NULL);
    write_text(&w, "is", "analysis");
    write_job(a, j, &w);
    if (!analysis_job_game(j->inquiry))
        write_result(j, &w);
    write_end_object(&w);
    websockets_each(a->server, tell_socket, &t);
    str_release(&t.text);
    http_wake_waiting(a->server, &j->id, (UserId[3]){0});
}

// ---- For people

static Status check_room(const AnalysisQueue *a, const AnalysisClient *asker, Error *err) {
    int own = 0, near = 0, all = 0;
    for (int i = 0; i < a->count; i++) {
        const Job *j = a->jobs[i];
        if (is_over(j))
            continue;
        all++;
        own += j->user == asker->user;
        near += !strcmp(j->network, asker->network);
    }
    if (own >= ANALYSES_PER_USER)
        error_set(err, "%d of your questions wait already; stop one, or wait", own);
    else if (near >= ANALYSES_PER_ADDRESS * a->server->options.crowd)
        error_set(err, "%d questions wait from this address already", near);
    else if (all >= ANALYSES_WAITING)
        error_set(err, "%d questions wait already; try again in a while", all);
    else
        return STATUS_OK;
    return STATUS_TOO_MANY;
}

static void drop_job(AnalysisQueue *a, int at) {
    free_job(a->jobs[at]);
    memmove(&a->jobs[at], &a->jobs[at + 1], (size_t)(--a->count - at) * sizeof *a->jobs);
}

// The oldest that are over give way: a person's own, or anybody's.
static void make_place(AnalysisQueue *a, UserId user) {
    int own = 0, own_oldest = -1, oldest = -1;
    for (int i = a->count - 1; i >= 0; i--) {
        const Job *j = a->jobs[i];
        own += j->user == user;
        if (!is_over(j))
            continue;
        oldest = i;
        own_oldest = j->user == user ? i : own_oldest;
    }
    if (own >= ANALYSES_KEPT_PER_USER && own_oldest >= 0)
        drop_job(a, own_oldest);
    else if (a->count == ANALYSES_KEPT)
        drop_job(a, oldest); // there is one: fewer may wait than are kept
}

static void enlist(AnalysisQueue *a, Job *j) {
    make_place(a, j->user);
    a->jobs[a->count++] = j;
    j->id = registry_new_id(a->server->registry);
    j->age = ++a->ages;
    j->since = a->turns;
    j->thought = true;
}

Status analysis_queue_submit(AnalysisQueue *a, const AnalysisClient *asker, AnalysisJob *inquiry,
                             JsonWriter *w, GameId *begun, Error *err) {
    Job *j = mem_alloc(sizeof *j);
    *j = (Job){.inquiry = inquiry, .user = asker->user};
    snprintf(j->network, sizeof j->network, "%s", asker->network);
    recall_all(a, j);
    bool known = analysis_job_next(inquiry) < 0;
    Status no = known ? STATUS_OK : check_room(a, asker, err);
    if (!no && !known)
        enlist(a, j);
    else if (!no)
        j->state = JOB_DONE;
    if (!no) {
        write_job(a, j, w);
        write_result(j, w);
        *begun = j->id;
    }
    if (no || known)
        free_job(j);
    return no;
}

static Job *find_own(const AnalysisQueue *a, UserId user, const char *id, Error *err) {
    for (int i = 0; i < a->count; i++)
        if (a->jobs[i]->user == user && !strcmp(a->jobs[i]->id.text, id))
            return a->jobs[i];
    error_set(err, "you have no analysis %.20s; the last %d are kept", id, ANALYSES_KEPT_PER_USER);
    return NULL;
}

Status analysis_queue_get(AnalysisQueue *a, UserId user, const char *id, JsonWriter *w, int *seq,
                          Error *err) {
    const Job *j = find_own(a, user, id, err);
    if (!j)
        return STATUS_NOT_FOUND;
    write_job(a, j, w);
    write_result(j, w);
    if (seq)
        *seq = j->seq;
    return STATUS_OK;
}

Status analysis_queue_cancel(AnalysisQueue *a, UserId user, const char *id, Error *err) {
    Job *j = find_own(a, user, id, err);
    if (!j)
        return STATUS_NOT_FOUND;
    if (is_over(j))
        return STATUS_OK;
    if (j->state == JOB_THINKING) {
        j->used_ms = used_ms(a, j);
        worker_pool_stop_analysis(a->server->workers, j->number);
    }
    j->state = JOB_STOPPED;
    changed(a, j);
    return STATUS_OK;
}

// ---- For the thinkers

static Job *find_task(const AnalysisQueue *a, int64_t number) {
    for (int i = 0; i < a->count; i++)
        if (a->jobs[i]->number == number)
            return a->jobs[i];
    return NULL; // so old that it was forgotten
}

static void end_if_known(AnalysisQueue *a, Job *j) {
    recall_all(a, j); // somebody else may have asked the same meanwhile
    if (analysis_job_next(j->inquiry) < 0)
        j->state = JOB_DONE;
}

bool analysis_queue_take(AnalysisQueue *a, AnalysisTask *out) {
    for (Job *j; (j = next_job(a));) {
        j->turn = ++a->turns;
        end_if_known(a, j);
        if (is_over(j)) {
            changed(a, j);
            continue;
        }
        j->state = JOB_THINKING;
        j->number = ++a->numbers;
        j->is_out = true;
        j->began_ms = server_ms(a->server);
        int64_t ms = analysis_job_budget(j->inquiry).ms - j->spent_ms;
        *out = (AnalysisTask){.number = j->number, .ms = ms > 0 ? ms : 1};
        analysis_job_command(j->inquiry, analysis_job_next(j->inquiry), j->spent_ms, &out->text);
        changed(a, j);
        return true;
    }
    return false;
}

// "found {...}": is it that word, and where does the rest begin?
static const char *after_word(const char *line, const char *word) {
    size_t len = strlen(word);
    return !strncmp(line, word, len) && line[len] == ' ' ? line + len + 1 : NULL;
}

void analysis_queue_progress(AnalysisQueue *a, int64_t number, const char *line) {
    Job *j = find_task(a, number);
    const char *json = after_word(line, "so_far");
    AnalysisResult found = {.is_final = false};
    Error ignored = {0};
    if (j && json && j->state == JOB_THINKING &&
        analysis_job_add_result(j->inquiry, analysis_job_next(j->inquiry), json, &found,
                                &ignored) &&
        !analysis_job_game(j->inquiry))
        changed(a, j);
}

static void fail(AnalysisQueue *a, Job *j, const char *why) {
    LogLine l;
    log_begin(&l, "analysis_failed");
    write_text(&l.writer, "why", why);
    write_number(&l.writer, "try", ++j->failures);
    log_end(&l);
    a->server->counters.tasks_failed++;
    close_if_over(j);
    if (j->state != JOB_THINKING)
        return;
    j->state = j->failures < TRIES_MAX ? JOB_WAITING : JOB_FAILED;
    if (j->state == JOB_FAILED)
        snprintf(j->why, sizeof j->why, "the engine failed twice here");
    changed(a, j);
}

static int64_t end_task(const AnalysisQueue *a, Job *j) {
    int64_t ms = server_ms(a->server) - j->began_ms;
    j->used_ms += j->state == JOB_THINKING ? ms : 0;
    j->is_out = false;
    return ms;
}

void analysis_queue_fail(AnalysisQueue *a, int64_t number, const char *why) {
    Job *j = find_task(a, number);
    if (!j)
        return;
    end_task(a, j);
    fail(a, j, why);
}

void analysis_queue_finish(AnalysisQueue *a, int64_t number, const char *line, bool yielded) {
    Job *j = find_task(a, number);
    int i = j ? analysis_job_next(j->inquiry) : -1;
    if (i < 0)
        return; // nobody waits for it any more
    const char *settled = after_word(line, "settled");
    const char *json = settled ? settled : after_word(line, "found");
    bool whole = settled || (!yielded && j->state == JOB_THINKING);
    AnalysisResult found = {.is_final = whole, .is_settled = settled};
    Error err = {0};
    int64_t ms = end_task(a, j);
    if (!json || !analysis_job_add_result(j->inquiry, i, json, &found, &err)) {
        fail(a, j, json ? err.text : line);
        return;
    }
    // What it was given, if it had all of that; what went by may be the time of starting, too. Who
    // asks for nodes is given hardly any time.
    Budget given = analysis_job_budget(j->inquiry);
    bool had_its_time = whole && j->spent_ms == 0 && given.nodes == 0;
    AnalysisCacheKey effort = {.ms = had_its_time ? given.ms : found.ms, .nodes = found.nodes};
    keep(a, j, i, settled != NULL, &effort, json);
    j->spent_ms = whole ? 0 : j->spent_ms + ms;
    if (j->state == JOB_THINKING) {
        j->state = JOB_WAITING;
        j->failures = 0;
        end_if_known(a, j);
    }
    changed(a, j);
}
