// The lab: distributed matches and workers, as the job queue has them (store/jobs.h). With SQLite
// there is none.
//
// The queue is read on a thread, so a connection that hangs holds up only the requests that ask for
// it. They wait, and are handled again when it was read.
#include "base/json.h"
#include "base/mem.h"
#include "server/http/routes.h"
#include "server/log.h"
#include "server/server_internal.h"
#include "store/jobs.h"

#include <string.h>

enum { TESTS_MAX = 50, CACHE_MS = 1000, SLOW_MS = 1000, RETRY_MS = 5000, SILENT_MS = 30 * 1000 };

typedef struct {
    int64_t workers, threads, busy;
} Fleet;

typedef enum { LAB_NO_QUEUE, LAB_READ, LAB_FAILED } LabState;

// What was read, as the responses have it.
typedef struct {
    LabState state;
    Str tests, workers, jobs; // JSON
    Str metrics;
    Fleet fleet;
} LabFigures;

typedef struct Lab Lab;

struct Lab {
    Server *server;
    LabFigures figures;
    int64_t read_ms;  // when reading them began
    int64_t retry_ms; // when to try to open the queue again
    bool is_reading;  // since `began_ms`. Then the thread has these:
    int64_t began_ms;
    uv_work_t work;
    JobQueue *queue; // NULL: not open
    LabFigures next;
    Error why;
};

static void release_figures(LabFigures *f) {
    str_release(&f->tests);
    str_release(&f->workers);
    str_release(&f->jobs);
    str_release(&f->metrics);
    *f = (LabFigures){0};
}

void lab_free(Lab *lab) {
    if (!lab)
        return;
    jobs_close(lab->queue);
    release_figures(&lab->figures);
    mem_free(lab);
}

// ---- JSON

static const char *state_word(const BatchRow *batch) {
    bool is_silent = batch->state == BATCH_RUNNING && batch->age_ms > SILENT_MS;
    return batch->state == BATCH_FINISHED               ? "finished"
           : batch->state == BATCH_STOPPED || is_silent ? "stopped"
                                                        : "running";
}

// The report is JSON that pentad match wrote; whatever else is there must not break ours.
static void write_test(void *context, const BatchRow *batch) {
    JsonWriter *w = context;
    Arena arena = {0};
    bool is_valid = json_parse_object(&arena, batch->report, strlen(batch->report), NULL) != NULL;
    arena_release(&arena);
    write_object(w, NULL);
    write_number(w, "test", batch->id);
    write_text(w, "state", state_word(batch));
    write_text(w, "build", batch->build);
    write_number(w, "created", batch->created_ms);
    if (is_valid)
        write_raw(w, "report", batch->report);
    else
        write_null(w, "report");
    write_end_object(w);
}

typedef struct {
    JsonWriter writer;
    Fleet *fleet;
} WorkerList;

static void add_worker(void *context, const WorkerFigures *worker) {
    WorkerList *list = context;
    JsonWriter *w = &list->writer;
    list->fleet->workers++;
    list->fleet->threads += worker->threads;
    list->fleet->busy += worker->busy;
    write_object(w, NULL);
    write_text(w, "name", worker->name);
    write_text(w, "build", worker->build);
    write_text(w, "kinds", worker->kinds);
    write_number(w, "threads", worker->threads);
    write_number(w, "busy", worker->busy);
    write_number(w, "done", worker->done);
    write_end_object(w);
}

static void write_jobs(void *context, const JobFigures *jobs) {
    JsonWriter *w = context;
    write_object(w, NULL);
    write_text(w, "kind", jobs->kind);
    write_number(w, "waiting", jobs->waiting);
    write_number(w, "leased", jobs->leased);
    write_number(w, "failed", jobs->failed);
    write_number(w, "oldest_ms", jobs->oldest_ms);
    write_number(w, "longest_ms", jobs->longest_ms);
    write_number(w, "waiting_budget_ms", jobs->waiting_budget_ms);
    write_number(w, "leased_budget_ms", jobs->leased_budget_ms);
    write_end_object(w);
}

// ---- Metrics

typedef struct {
    const char *name, *help;
    Str lines;
} JobMetric;

enum {
    METRIC_WAITING,
    METRIC_LEASED,
    METRIC_FAILED,
    METRIC_OLDEST,
    METRIC_LONGEST,
    METRIC_WAITING_BUDGET,
    METRIC_LEASED_BUDGET,
    METRIC_PRIORITY,
    METRICS
};

typedef struct {
    JobMetric *metrics;
    JsonWriter writer;
} JobList;

static void add_jobs(void *context, const JobFigures *figures) {
    JobList *list = context;
    const int64_t values[METRICS] = {figures->waiting,
                                     figures->leased,
                                     figures->failed,
                                     figures->oldest_ms / 1000,
                                     figures->longest_ms / 1000,
                                     figures->waiting_budget_ms / 1000,
                                     figures->leased_budget_ms / 1000,
                                     figures->priority};
    for (int i = 0; i < METRICS; i++)
        str_add(&list->metrics[i].lines, "pentad_%s{kind=\"%s\"} %lld\n", list->metrics[i].name,
                figures->kind, (long long)values[i]);
    write_jobs(&list->writer, figures);
}

static void add_gauge(Str *out, const char *name, const char *help, int64_t value) {
    str_add(out, "# HELP pentad_%s %s\n# TYPE pentad_%s gauge\npentad_%s %lld\n", name, help, name,
            name, (long long)value);
}

// ---- Reading, on a thread

static bool read_tests(JobQueue *queue, LabFigures *out, Error *err) {
    JsonWriter w = json_writer_into(&out->tests);
    write_array(&w, NULL);
    bool ok = jobs_batches(queue, "match", TESTS_MAX, write_test, &w, err);
    write_end_array(&w);
    return ok;
}

static bool read_workers(JobQueue *queue, LabFigures *out, Error *err) {
    WorkerList list = {json_writer_into(&out->workers), &out->fleet};
    write_array(&list.writer, NULL);
    bool ok = jobs_workers(queue, add_worker, &list, err);
    write_end_array(&list.writer);
    return ok;
}

static bool read_jobs(JobQueue *queue, LabFigures *out, Error *err) {
    JobMetric metrics[METRICS] = {
        [METRIC_WAITING] = {"jobs_waiting", "jobs that no worker has taken"},
        [METRIC_LEASED] = {"jobs_leased", "jobs that a worker has"},
        [METRIC_FAILED] = {"jobs_failed", "jobs that were given up"},
        [METRIC_OLDEST] = {"jobs_oldest_seconds", "how long the oldest job has waited"},
        [METRIC_LONGEST] = {"jobs_longest_seconds",
                            "for how long a worker has had the job taken first"},
        [METRIC_WAITING_BUDGET] = {"jobs_waiting_budget_seconds",
                                   "what the jobs that wait may take"},
        [METRIC_LEASED_BUDGET] = {"jobs_leased_budget_seconds",
                                  "what the jobs of workers may take"},
        [METRIC_PRIORITY] = {"jobs_priority", "jobs of a higher one are taken first"},
    };
    JobList list = {metrics, json_writer_into(&out->jobs)};
    write_array(&list.writer, NULL);
    bool ok = jobs_figures(queue, add_jobs, &list, err);
    write_end_array(&list.writer);
    for (int i = 0; i < METRICS; i++) {
        str_add(&out->metrics, "# HELP pentad_%s %s\n# TYPE pentad_%s gauge\n%s", metrics[i].name,
                metrics[i].help, metrics[i].name, str_text(&metrics[i].lines));
        str_release(&metrics[i].lines);
    }
    return ok;
}

// A connection of its own: a queue that is broken must not fail the server's transactions. It
// cannot be opened until somebody has created the queue.
static void read_queue(uv_work_t *work) {
    Lab *lab = work->data;
    LabFigures *next = &lab->next;
    Error ignored = {0};
    if (!lab->queue)
        lab->queue = jobs_open(lab->server->options.database, JOBS_READ, &ignored);
    if (!lab->queue)
        return;
    bool ok = read_tests(lab->queue, next, &lab->why) &&
              read_workers(lab->queue, next, &lab->why) && read_jobs(lab->queue, next, &lab->why);
    next->state = ok ? LAB_READ : LAB_FAILED;
    if (ok)
        return;
    jobs_close(lab->queue);
    lab->queue = NULL;
}

static void queue_was_read(uv_work_t *work, int status) {
    Lab *lab = work->data;
    (void)status;
    lab->is_reading = false;
    release_figures(&lab->figures);
    lab->figures = lab->next;
    lab->next = (LabFigures){0};
    lab->read_ms = lab->began_ms;
    if (lab->figures.state == LAB_FAILED)
        log_event("job_queue_lost", "why", lab->why.text);
    http_wake_job_readers(lab->server);
}

static bool may_read(const Server *s, int64_t now_ms) {
    bool may_open = s->options.database && !store_file(s->options.database) && !s->is_disconnected;
    return s->lab->queue || (may_open && now_ms >= s->lab->retry_ms);
}

static bool start_reading(Server *s, int64_t now_ms) {
    Lab *lab = s->lab;
    if (!may_read(s, now_ms))
        return false;
    if (!lab->queue)
        lab->retry_ms = now_ms + RETRY_MS;
    lab->work.data = lab;
    lab->began_ms = now_ms;
    lab->is_reading = uv_queue_work(&s->loop, &lab->work, read_queue, queue_was_read) == 0;
    return lab->is_reading;
}

// ---- Requests

// The figures of at least `since_ms`. NULL: they are being read, and the request is handled again
// afterwards. A queue that hangs is refused, so that the requests that wait do not pile up.
static const LabFigures *find_figures(Request *r, int64_t since_ms) {
    static const LabFigures no_queue = {.state = LAB_NO_QUEUE}, failed = {.state = LAB_FAILED};
    Server *s = r->server;
    int64_t now_ms = server_ms(s);
    if (!s->lab) {
        s->lab = mem_alloc(sizeof *s->lab);
        s->lab->server = s;
        s->lab->read_ms = INT64_MIN;
    }
    Lab *lab = s->lab;
    if (lab->read_ms >= since_ms)
        return &lab->figures;
    if (lab->is_reading && now_ms - lab->began_ms >= SLOW_MS)
        return &failed;
    if (!lab->is_reading && !start_reading(s, now_ms))
        return &no_queue;
    http_wait_for_jobs(r);
    return NULL;
}

static int64_t came_ms(const Request *r) {
    return r->began_ns / 1000000;
}

static Status refuse(Error *err) {
    error_set(err, "the job queue cannot be read");
    return STATUS_UNAVAILABLE;
}

Status route_lab(Request *r, Error *err) {
    const LabFigures *f = find_figures(r, came_ms(r) - CACHE_MS);
    if (!f)
        return STATUS_OK;
    if (f->state == LAB_FAILED)
        return refuse(err);
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_raw(&w, "tests", f->tests.len > 0 ? str_text(&f->tests) : "[]");
    write_number(&w, "workers", f->fleet.workers);
    write_number(&w, "threads", f->fleet.threads);
    write_number(&w, "busy", f->fleet.busy);
    write_end_object(&w);
    return STATUS_OK;
}

Status lab_write_workers(Request *r, JsonWriter *w, Error *err) {
    const LabFigures *f = find_figures(r, came_ms(r));
    if (!f)
        return STATUS_OK;
    if (f->state == LAB_FAILED)
        return refuse(err);
    write_raw(w, "workers", f->workers.len > 0 ? str_text(&f->workers) : "[]");
    write_raw(w, "jobs", f->jobs.len > 0 ? str_text(&f->jobs) : "[]");
    return STATUS_OK;
}

void lab_add_metrics(Request *r, Str *out) {
    if (r->server->is_waiting) // the rest of the figures say that the database is slow
        return;
    const LabFigures *f = find_figures(r, came_ms(r));
    if (!f || f->state != LAB_READ)
        return;
    str_add_text(out, str_text(&f->metrics));
    add_gauge(out, "job_workers", "workers of the job queue", f->fleet.workers);
    add_gauge(out, "job_worker_threads", "their threads", f->fleet.threads);
    add_gauge(out, "job_workers_busy", "their threads that have a job", f->fleet.busy);
}
