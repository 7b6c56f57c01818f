#include "app/match_jobs.h"

#include "base/clock.h"
#include "base/mem.h"
#include "match/match_job.h"
#include "store/jobs.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// A pair is posted before it is needed, so that no worker is idle while a slow one finishes.
enum {
    AHEAD_MIN = 64,
    AHEAD_PER_THREAD = 8,
    POLL_MS = 50,
    REPORT_MS = 1000,
    RECONNECT_MS = 500,
    PAIR_BUDGET_MS = 1000, // only compared with other matches
    HINT_MS = 3000,
};

typedef struct {
    const RunnerOptions *options;
    const MatchJobs *jobs;
    const RunnerCallbacks *callbacks;
    const char *kind;
    JobQueue *queue; // NULL while the connection is lost
    int64_t batch;
    int next, posted, pairs; // the next pair to report, to post, and how many there are
    int64_t threads;         // of the workers with our build
    char other_build[32];    // of a worker that cannot take our jobs
    int64_t started_ms, report_ms, reconnect_ms;
    bool has_ended, has_failed, has_hinted;
    Error error;
} Coordinator;

static void pause_ms(int ms) {
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

static const char *owner(void) {
    const char *name = getenv("USER");
    return name && *name ? name : "match";
}

static bool fail(Coordinator *c, const char *message, const char *why) {
    c->has_failed = true;
    return error_set(&c->error, "%.100s: %.130s", message, why);
}

// ---- The connection

static void lose(Coordinator *c, const Error *why) {
    fprintf(stderr, "pentad match: %s; trying again\n", why->text);
    jobs_close(c->queue);
    c->queue = NULL;
    c->reconnect_ms = clock_now_ms() + RECONNECT_MS;
}

static void reconnect(Coordinator *c) {
    Error ignored = {0};
    if (clock_now_ms() < c->reconnect_ms)
        return;
    c->queue = jobs_open(c->jobs->database, JOBS_POST, &ignored);
    c->reconnect_ms = clock_now_ms() + RECONNECT_MS;
}

// ---- Workers

static void count_worker(void *context, const WorkerFigures *worker) {
    Coordinator *c = context;
    bool takes = false;
    ScopedStr kinds = {0}, kind = {0};
    str_add(&kinds, ",%s,", worker->kinds);
    str_add(&kind, ",%s,", c->kind);
    takes = strstr(str_text(&kinds), str_text(&kind)) != NULL;
    if (takes && !strcmp(worker->build, PENTAD_COMMIT))
        c->threads += worker->threads;
    else if (takes)
        snprintf(c->other_build, sizeof c->other_build, "%s", worker->build);
}

// Once, if nobody plays.
static void hint(Coordinator *c) {
    if (c->has_hinted || c->threads > 0 || clock_now_ms() < c->started_ms + HINT_MS)
        return;
    c->has_hinted = true;
    if (*c->other_build)
        fprintf(stderr,
                "pentad match: there is a worker of build %s, but this match needs build %s\n",
                c->other_build, PENTAD_COMMIT);
    else
        fprintf(stderr,
                "pentad match: waiting for workers of build %s: pentad worker --kinds %s "
                "--database URL\n",
                PENTAD_COMMIT, c->kind);
}

static bool report(Coordinator *c, BatchState state, Error *err) {
    ScopedStr text = {0};
    c->jobs->report(c->jobs->context, &text);
    return jobs_report_batch(c->queue, c->batch, state, str_text(&text), err);
}

static bool look_around(Coordinator *c, Error *err) {
    int64_t now = clock_now_ms();
    if (now < c->report_ms)
        return true;
    c->report_ms = now + REPORT_MS;
    c->threads = 0;
    *c->other_build = '\0';
    if (!report(c, BATCH_RUNNING, err) || !jobs_workers(c->queue, count_worker, c, err))
        return false;
    hint(c);
    return true;
}

// ---- Games

static bool post(Coordinator *c, Error *err) {
    int ahead = (int)c->threads * AHEAD_PER_THREAD;
    int end = c->next + (ahead > AHEAD_MIN ? ahead : AHEAD_MIN);
    for (; c->posted < end && c->posted < c->pairs; c->posted++) {
        ScopedStr payload = {0};
        match_job_format(c->options, c->posted, &payload);
        NewJob job = {.batch = c->batch,
                      .number = c->posted,
                      .kind = c->kind,
                      .priority = JOB_PRIORITY_MATCH,
                      .owner = owner(),
                      .build = PENTAD_COMMIT,
                      .payload = str_text(&payload),
                      .budget_ms = PAIR_BUDGET_MS};
        if (!jobs_post(c->queue, &job, err))
            return false;
    }
    return true;
}

static bool read_result(const Coordinator *c, const JobResult *result, PlayedGame games[2],
                        Error *err) {
    MatchJob job = {0};
    ScopedStr payload = {0};
    match_job_format(c->options, result->number, &payload);
    bool ok = match_job_parse(str_text(&payload), payload.len, &job, err) &&
              match_job_result(&job, result->result, strlen(result->result), games, err);
    match_job_release(&job);
    return ok;
}

// A resumed match may begin with the second game of a pair.
static bool finish_pair(Coordinator *c, const PlayedGame games[2]) {
    for (int i = 0; i < 2 && !c->has_ended; i++) {
        int number = 2 * c->next + i;
        if (number >= c->options->first_game)
            c->has_ended = !c->callbacks->finished(c->callbacks->context, number, &games[i]);
    }
    c->next++;
    return !c->has_ended;
}

static bool found(void *context, const JobResult *result) {
    Coordinator *c = context;
    if (result->number != c->next)
        return false; // one before it is not finished
    ScopedStr where = {0};
    Error why = {0};
    str_add(&where, "games %d and %d, by worker %.60s", 2 * c->next + 1, 2 * c->next + 2,
            result->worker);
    if (result->state == JOB_FAILED)
        return fail(c, str_text(&where), result->result);
    PlayedGame *games = mem_alloc(2 * sizeof *games);
    bool ok = read_result(c, result, games, &why) ? finish_pair(c, games)
                                                  : fail(c, str_text(&where), why.text);
    mem_free(games);
    return ok;
}

static bool go_on(Coordinator *c) {
    Error why = {0};
    int before = c->next;
    if (!c->queue)
        reconnect(c);
    if (c->queue && !(look_around(c, &why) && post(c, &why) &&
                      jobs_results(c->queue, c->batch, c->next, found, c, &why)))
        lose(c, &why);
    if (c->has_ended || c->has_failed || c->next == c->pairs)
        return false;
    if (!c->callbacks->waiting(c->callbacks->context))
        return false;
    if (c->next == before)
        pause_ms(POLL_MS);
    return true;
}

// ---- The match

// Reports mistakes now and not as a failure of each worker. Programs are the workers' matter.
static bool check_participants(const RunnerOptions *o, const char **kind, Error *err) {
    *kind = "match";
    for (int i = 0; i < o->schedule.participants; i++) {
        const char *description = o->descriptions[i];
        if (participant_is_external(description)) {
            *kind = "program-match";
            if (!participant_check(description, true, err))
                return error_prefix(err, description);
            continue;
        }
        Participant *p = participant_new(description, &o->participants, err);
        if (!p)
            return error_prefix(err, description);
        participant_free(p);
    }
    return true;
}

static bool knows_commit(Error *err) {
    return strcmp(PENTAD_COMMIT, "unknown") != 0 ||
           error_set(err,
                     "this program does not know its commit, so workers could not tell whether "
                     "they are the same: build it in a clone of the repository");
}

static bool begin(Coordinator *c, Error *err) {
    if (!knows_commit(err) || !check_participants(c->options, &c->kind, err))
        return false;
    c->queue = jobs_open(c->jobs->database, JOBS_POST, err);
    c->batch = c->queue ? jobs_begin_batch(c->queue,
                                           &(JobBatch){.kind = "match",
                                                       .title = c->jobs->title,
                                                       .build = PENTAD_COMMIT,
                                                       .resumes = c->jobs->resumes},
                                           err)
                        : 0;
    return c->batch > 0;
}

bool match_jobs_play(const RunnerOptions *options, const MatchJobs *jobs,
                     const RunnerCallbacks *callbacks, Error *err) {
    Coordinator c = {.options = options,
                     .jobs = jobs,
                     .callbacks = callbacks,
                     .started_ms = clock_now_ms(),
                     .next = options->first_game / 2,
                     .pairs = schedule_games(&options->schedule) / 2};
    c.posted = c.next;
    bool ok = begin(&c, err);
    while (ok && go_on(&c))
        continue;
    Error why = {0};
    BatchState state = jobs->is_complete(jobs->context) ? BATCH_FINISHED : BATCH_STOPPED;
    if (ok && c.queue && !report(&c, state, &why))
        fprintf(stderr, "pentad match: %s\n", why.text);
    jobs_close(c.queue);
    if (ok && c.has_failed)
        return error_set(err, "%s", c.error.text);
    return ok;
}
