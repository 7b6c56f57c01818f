#include "app/project_jobs.h"

#include "app/job_poster.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/number.h"

#include <stdio.h>
#include <string.h>

enum {
    WINDOW_MIN = 4,
    WINDOW_MAX = 1024,
    PER_THREAD = 2, // so that a worker does not wait for the next job
    BUDGET_MS = 1000,
    SHOW_MS = 200,
};

typedef struct {
    const ProjectOptions *options;
    Project *project;
    JobPoster poster;
    ProjectTask *tasks[WINDOW_MAX]; // by job number; owned, those that are out
    int taken;                      // the number of the next task
    bool has_failed;
    Error err;
    Fact fact;
    ProjectEngines *engines; // for what is done here; NULL before the first time
    int64_t started_ms, shown_ms;
} Coordinator;

static bool is_stopped(void *context) {
    const Coordinator *c = context;
    const ProjectOptions *o = c->options;
    return stop_requested(o->stop) || (o->ms > 0 && clock_now_ms() >= c->started_ms + o->ms);
}

static StopToken stop_token(Coordinator *c) {
    return (StopToken){is_stopped, c};
}

// ---- Tasks

static ProjectTask **task_of(Coordinator *c, int number) {
    return &c->tasks[number % WINDOW_MAX];
}

static int window(const Coordinator *c) {
    int wanted = c->options->threads > 0 ? c->options->threads
                                         : int_max(WINDOW_MIN, PER_THREAD * (int)c->poster.threads);
    return int_min(wanted, WINDOW_MAX);
}

// After every result, so that what is taken does not depend on how many come at once.
static void take_tasks(Coordinator *c) {
    while (c->taken - c->poster.next < window(c) && !project_is_proved(c->project)) {
        ProjectTask *task = mem_alloc(sizeof *task);
        if (!project_take(c->project, task)) {
            mem_free(task);
            return;
        }
        *task_of(c, c->taken++) = task;
    }
}

static void end_task(Coordinator *c, int number, Fact *fact) {
    ProjectTask **task = task_of(c, number);
    if (!project_end(c->project, *task, fact, &c->err))
        c->has_failed = true;
    mem_free(*task);
    *task = NULL;
}

static void write_payload(void *context, int number, Str *out) {
    project_job_format(&(*task_of(context, number))->job, out);
}

static void write_report(void *context, Str *out) {
    ProjectStatus s = project_status(((Coordinator *)context)->project);
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_number(&w, "proved", s.count.proved);
    write_number(&w, "open", s.count.open);
    write_real(&w, "share", s.count.share, 4);
    write_end_object(&w);
}

// ---- Results

static void say(const Coordinator *c, const JobResult *result, const char *why, const char *then) {
    job_poster_say(&c->poster, "job %d, by worker %.60s: %.200s; done again%s", result->number,
                   result->worker, why, then);
}

static bool do_here(Coordinator *c) {
    if (!c->engines)
        c->engines = project_engines_new();
    return project_job_do(&(*task_of(c, c->poster.next))->job, c->engines, stop_token(c), &c->fact,
                          NULL);
}

// The fact of the result. False if there is none yet: it is done again, or all is stopped.
static bool read_result(Coordinator *c, const JobResult *result) {
    const ProjectJob *job = &(*task_of(c, result->number))->job;
    Error why = {0};
    if (result->state == JOB_FAILED) {
        say(c, result, result->result, " here");
        return do_here(c);
    }
    if (project_job_check(job, result->result, strlen(result->result), stop_token(c), &c->fact,
                          &why))
        return c->fact.kind != FACT_DONE || do_here(c); // nothing proves that
    if (is_stopped(c))
        return false;
    bool repeats = job_poster_refuse(&c->poster);
    say(c, result, why.text, repeats ? "" : " here");
    return !repeats && do_here(c);
}

static bool found(void *context, const JobResult *result) {
    Coordinator *c = context;
    if (c->poster.next == c->taken || project_is_proved(c->project) || !read_result(c, result))
        return false;
    end_task(c, c->poster.next++, &c->fact);
    take_tasks(c);
    return !c->has_failed;
}

// ---- The run

static void show(Coordinator *c) {
    int64_t now = clock_now_ms();
    if (!c->options->on_progress || now < c->shown_ms + SHOW_MS)
        return;
    c->shown_ms = now;
    ProjectStatus status = project_status(c->project);
    c->options->on_progress(c->options->context, &status);
}

static bool go_on(Coordinator *c) {
    JobPoster *p = &c->poster;
    int before = p->next;
    if (p->next == c->taken || project_is_proved(c->project)) // hopeless, or proved
        return false;
    job_poster_go_on(p, c->taken);
    show(c);
    if (c->has_failed || is_stopped(c))
        return false;
    if (p->next == before)
        job_poster_wait();
    return true;
}

static void run(Coordinator *c, ProjectStatus *out) {
    take_tasks(c);
    while (go_on(c))
        continue;
    bool has_ended = !is_stopped(c) && !c->has_failed;
    while (c->taken > c->poster.next)
        end_task(c, --c->taken, NULL);
    *out = project_status(c->project);
    out->is_hopeless = has_ended && !out->is_proved;
    job_poster_end(&c->poster, BATCH_FINISHED); // nobody continues it: the log has everything
}

bool project_jobs_run(const ProjectOptions *options, const char *database, ProjectStatus *out,
                      Error *err) {
    Coordinator *c = mem_alloc(sizeof *c);
    c->options = options;
    c->started_ms = clock_now_ms();
    JobPosterOptions poster = {.command = "solve",
                               .work = "this project",
                               .database = database,
                               .batch = "proof",
                               .kind = "proof",
                               .title = options->folder,
                               .budget_ms = BUDGET_MS,
                               .context = c,
                               .payload = write_payload,
                               .report = write_report,
                               .found = found};
    c->project = project_open(options, err);
    bool ok = c->project && job_poster_begin(&c->poster, &poster, 0, err);
    if (ok)
        run(c, out);
    if (c->has_failed)
        ok = error_set(err, "%s", c->err.text);
    project_engines_free(c->engines);
    project_close(c->project);
    mem_free(c);
    return ok;
}
