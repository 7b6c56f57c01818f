// The lab: distributed matches and workers, as the job queue has them (store/jobs.h). With SQLite
// there is none.
#include "base/json.h"
#include "base/mem.h"
#include "server/http/routes.h"
#include "server/log.h"
#include "server/server_internal.h"
#include "store/jobs.h"

#include <string.h>

enum { TESTS_MAX = 50, CACHE_MS = 1000, RETRY_MS = 5000, SILENT_MS = 30 * 1000 };

typedef struct Lab Lab;

struct Lab {
    JobQueue *queue;
    int64_t retry_ms; // when to try to open it again
    int64_t read_ms;  // when `json` was read
    Str json;
};

void lab_free(Lab *lab) {
    if (!lab)
        return;
    jobs_close(lab->queue);
    str_release(&lab->json);
    mem_free(lab);
}

// A connection of its own: a queue that is broken must not fail the server's transactions. NULL:
// there is no queue, or none was created yet.
static JobQueue *open_queue(Server *s) {
    Error err = {0};
    int64_t now = server_ms(s);
    if (!s->lab)
        s->lab = mem_alloc(sizeof *s->lab);
    Lab *lab = s->lab;
    bool may_open = s->options.database && !store_file(s->options.database) && !s->is_disconnected;
    if (!lab->queue && may_open && now >= lab->retry_ms) {
        lab->queue = jobs_open(s->options.database, JOBS_READ, &err);
        lab->retry_ms = now + RETRY_MS;
    }
    return lab->queue;
}

static void close_queue(Server *s, const Error *why) {
    log_event("job_queue_lost", "why", why->text);
    jobs_close(s->lab->queue);
    s->lab->queue = NULL;
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
    int64_t workers, threads, busy;
} Fleet;

static void add_worker(void *context, const WorkerFigures *worker) {
    Fleet *fleet = context;
    fleet->workers++;
    fleet->threads += worker->threads;
    fleet->busy += worker->busy;
}

static bool read_lab(JobQueue *queue, Str *out, Error *err) {
    JsonWriter w = json_writer_into(out);
    Fleet fleet = {0};
    write_object(&w, NULL);
    write_array(&w, "tests");
    bool ok = jobs_batches(queue, "match", TESTS_MAX, write_test, &w, err) &&
              jobs_workers(queue, add_worker, &fleet, err);
    write_end_array(&w);
    write_number(&w, "workers", fleet.workers);
    write_number(&w, "threads", fleet.threads);
    write_number(&w, "busy", fleet.busy);
    write_end_object(&w);
    return ok;
}

Status route_lab(Request *r, Error *err) {
    Server *s = r->server;
    JobQueue *queue = open_queue(s);
    Lab *lab = s->lab;
    int64_t now = server_ms(s);
    if (!queue) {
        str_add_text(&r->response, "{\"tests\":[],\"workers\":0,\"threads\":0,\"busy\":0}");
        return STATUS_OK;
    }
    if (lab->json.len == 0 || now >= lab->read_ms + CACHE_MS) {
        Error why = {0};
        lab->read_ms = now;
        str_clear(&lab->json);
        if (!read_lab(queue, &lab->json, &why)) {
            str_clear(&lab->json);
            close_queue(s, &why);
            error_set(err, "the job queue cannot be read");
            return STATUS_UNAVAILABLE;
        }
    }
    str_add_text(&r->response, str_text(&lab->json));
    return STATUS_OK;
}

// ---- For the operator

static void write_worker(void *context, const WorkerFigures *worker) {
    JsonWriter *w = context;
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

Status lab_write_workers(Server *s, JsonWriter *w, Error *err) {
    Error why = {0};
    JobQueue *queue = open_queue(s);
    write_array(w, "workers");
    bool ok = !queue || jobs_workers(queue, write_worker, w, &why);
    write_end_array(w);
    write_array(w, "jobs");
    ok = ok && (!queue || jobs_figures(queue, write_jobs, w, &why));
    write_end_array(w);
    if (ok)
        return STATUS_OK;
    close_queue(s, &why);
    error_set(err, "the job queue cannot be read");
    return STATUS_UNAVAILABLE;
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

static void add_figures(void *context, const JobFigures *figures) {
    JobMetric *metrics = context;
    const int64_t values[METRICS] = {figures->waiting,
                                     figures->leased,
                                     figures->failed,
                                     figures->oldest_ms / 1000,
                                     figures->longest_ms / 1000,
                                     figures->waiting_budget_ms / 1000,
                                     figures->leased_budget_ms / 1000,
                                     figures->priority};
    for (int i = 0; i < METRICS; i++)
        str_add(&metrics[i].lines, "pentad_%s{kind=\"%s\"} %lld\n", metrics[i].name, figures->kind,
                (long long)values[i]);
}

static void add_gauge(Str *out, const char *name, const char *help, int64_t value) {
    str_add(out, "# HELP pentad_%s %s\n# TYPE pentad_%s gauge\npentad_%s %lld\n", name, help, name,
            name, (long long)value);
}

void lab_add_metrics(Server *s, Str *out) {
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
    JobQueue *queue = open_queue(s);
    Error why = {0};
    Fleet fleet = {0};
    if (!queue)
        return;
    bool ok = jobs_figures(queue, add_figures, metrics, &why) &&
              jobs_workers(queue, add_worker, &fleet, &why);
    for (int i = 0; i < METRICS; i++) {
        if (ok)
            str_add(out, "# HELP pentad_%s %s\n# TYPE pentad_%s gauge\n%s", metrics[i].name,
                    metrics[i].help, metrics[i].name, str_text(&metrics[i].lines));
        str_release(&metrics[i].lines);
    }
    if (!ok) {
        close_queue(s, &why);
        return;
    }
    add_gauge(out, "job_workers", "workers of the job queue", fleet.workers);
    add_gauge(out, "job_worker_threads", "their threads", fleet.threads);
    add_gauge(out, "job_workers_busy", "their threads that have a job", fleet.busy);
}
