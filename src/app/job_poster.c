#include "app/job_poster.h"

#include "base/clock.h"
#include "base/number.h"
#include "base/utf8.h"
#include "version.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    AHEAD_MIN = 64,
    AHEAD_PER_THREAD = 8,
    POLL_MS = 50,
    REPORT_MS = 1000,
    CLEAN_MS = 10 * 1000,
    SILENT_MS = 60 * 1000, // whoever has not reported for so long was killed
    RECONNECT_MS = 500,
    HINT_MS = 3000,
    END_MS = 5000, // how long to try to say how it ended
    REFUSALS_MAX = 3,
};

void job_poster_say(const JobPoster *p, const char *format, ...) {
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    utf8_make_printable(text);
    fprintf(stderr, "pentad %s: %s\n", p->options.command, text);
}

static const char *owner(const JobPoster *p) {
    const char *name = getenv("USER");
    return name && *name ? name : p->options.command;
}

// ---- The connection

static void lose(JobPoster *p, const Error *why) {
    job_poster_say(p, "%s; trying again", why->text);
    jobs_close(p->queue);
    p->queue = NULL;
    p->reconnect_ms = clock_now_ms() + RECONNECT_MS;
}

static void reconnect(JobPoster *p) {
    Error ignored = {0};
    if (clock_now_ms() < p->reconnect_ms)
        return;
    p->queue = jobs_open(p->options.database, JOBS_POST, &ignored);
    p->reconnect_ms = clock_now_ms() + RECONNECT_MS;
}

// ---- Workers

static void count_worker(void *context, const WorkerFigures *worker) {
    JobPoster *p = context;
    bool takes = false;
    ScopedStr kinds = {0}, kind = {0};
    str_add(&kinds, ",%s,", worker->kinds);
    str_add(&kind, ",%s,", p->options.kind);
    takes = strstr(str_text(&kinds), str_text(&kind)) != NULL;
    if (takes && !strcmp(worker->build, PENTAD_BUILD))
        p->threads += worker->threads;
    else if (takes)
        snprintf(p->other_build, sizeof p->other_build, "%s", worker->build);
}

// Once, if nobody works.
static void hint(JobPoster *p) {
    const JobPosterOptions *o = &p->options;
    if (p->has_hinted || p->threads > 0 || clock_now_ms() < p->started_ms + HINT_MS)
        return;
    p->has_hinted = true;
    if (*p->other_build)
        job_poster_say(p, "there is a worker of build %s, but %s needs build %s: %s",
                       p->other_build, o->work, PENTAD_BUILD,
                       jobs_build_difference(PENTAD_BUILD, p->other_build));
    else
        job_poster_say(p,
                       "waiting for workers of build %s: pentad worker --kinds %s --database URL",
                       PENTAD_BUILD, o->kind);
}

// ---- The batch

static bool begin_batch(JobPoster *p, Error *err) {
    p->batch = jobs_begin_batch(p->queue,
                                &(JobBatch){.kind = p->options.batch,
                                            .title = p->options.title,
                                            .build = PENTAD_BUILD,
                                            .resumes = p->options.resumes},
                                err);
    return p->batch > 0;
}

// What posters left behind that were killed. Only a match can be continued.
static bool clean(JobPoster *p, Error *err) {
    int64_t now = clock_now_ms();
    if (now < p->clean_ms)
        return true;
    p->clean_ms = now + CLEAN_MS;
    return jobs_stop_silent(p->queue, "match", SILENT_MS, err) &&
           jobs_delete_silent(p->queue, "proof", SILENT_MS, err) &&
           jobs_delete_silent(p->queue, "selfplay", SILENT_MS, err);
}

// Also posts again what another poster has deleted, because this process was suspended, or has the
// same batch.
static bool forget_results(JobPoster *p, Error *err) {
    bool exists;
    if (!jobs_forget(p->queue, p->batch, p->next, &exists, err))
        return false;
    if (!exists)
        p->posted = p->next;
    return true;
}

static bool report(JobPoster *p, BatchState state, bool *exists, Error *err) {
    ScopedStr text = {0};
    p->options.report(p->options.context, &text);
    return jobs_report_batch(p->queue, p->batch, state, str_text(&text), exists, err);
}

static bool look_around(JobPoster *p, Error *err) {
    int64_t now = clock_now_ms();
    bool exists;
    if (now < p->report_ms)
        return true;
    p->report_ms = now + REPORT_MS;
    p->threads = 0;
    *p->other_build = '\0';
    if (!report(p, BATCH_RUNNING, &exists, err) || !clean(p, err) ||
        !jobs_workers(p->queue, count_worker, p, err))
        return false;
    hint(p);
    return (exists || begin_batch(p, err)) && forget_results(p, err);
}

// ---- Jobs

static bool post(JobPoster *p, int end, Error *err) {
    for (; p->posted < end; p->posted++) {
        ScopedStr payload = {0};
        p->options.payload(p->options.context, p->posted, &payload);
        NewJob job = {.batch = p->batch,
                      .number = p->posted,
                      .kind = p->options.kind,
                      .priority = JOB_PRIORITY_BATCH,
                      .owner = owner(p),
                      .build = PENTAD_BUILD,
                      .payload = str_text(&payload),
                      .budget_ms = p->options.budget_ms};
        if (!jobs_post(p->queue, &job, err))
            return false;
    }
    return true;
}

static bool found(void *context, const JobResult *result) {
    JobPoster *p = context;
    // Otherwise one before it is not finished.
    return result->number == p->next && p->options.found(p->options.context, result);
}

int job_poster_ahead(const JobPoster *p) {
    return int_max(AHEAD_MIN, (int)p->threads * AHEAD_PER_THREAD);
}

bool job_poster_refuse(JobPoster *p) {
    p->refusals = p->refused == p->next ? p->refusals + 1 : 1;
    p->refused = p->next;
    p->repeats = p->refusals < REFUSALS_MAX;
    return p->repeats;
}

// Posting the jobs after it again has no effect.
static bool repeat(JobPoster *p, Error *err) {
    if (p->repeats && !jobs_delete(p->queue, p->batch, p->next, err))
        return false;
    if (p->repeats)
        p->posted = p->next;
    p->repeats = false;
    return true;
}

void job_poster_go_on(JobPoster *p, int end) {
    Error why = {0};
    if (!p->queue)
        reconnect(p);
    if (p->queue && !(repeat(p, &why) && look_around(p, &why) && post(p, end, &why) &&
                      jobs_results(p->queue, p->batch, p->next, found, p, &why)))
        lose(p, &why);
}

void job_poster_wait(void) {
    nanosleep(&(struct timespec){.tv_nsec = POLL_MS * 1000000}, NULL);
}

bool job_poster_check_engine(Error *err) {
    const char *params = getenv("PENTAD_PARAMS");
    return !params || !*params ||
           error_set(err, "with PENTAD_PARAMS this is another engine than its build says, so it "
                          "posts and takes no jobs");
}

bool job_poster_begin(JobPoster *p, const JobPosterOptions *options, int first, Error *err) {
    *p = (JobPoster){
        .options = *options, .next = first, .posted = first, .started_ms = clock_now_ms()};
    if (!job_poster_check_engine(err))
        return false;
    p->queue = jobs_open(options->database, JOBS_POST, err);
    return p->queue && begin_batch(p, err);
}

void job_poster_end(JobPoster *p, BatchState state) {
    Error why = {0};
    bool ignored, is_told = p->batch == 0;
    int64_t end_ms = clock_now_ms() + END_MS;
    do {
        if (!is_told && !p->queue)
            p->queue = jobs_open(p->options.database, JOBS_POST, &why);
        is_told = is_told || (p->queue && report(p, state, &ignored, &why));
        jobs_close(p->queue);
        p->queue = NULL;
        if (!is_told)
            job_poster_wait();
    } while (!is_told && clock_now_ms() < end_ms);
    if (!is_told)
        job_poster_say(p, "its jobs stay in the database: %s", why.text);
}
