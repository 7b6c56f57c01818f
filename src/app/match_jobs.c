#include "app/match_jobs.h"

#include "app/job_poster.h"
#include "base/mem.h"
#include "match/match_job.h"

#include <string.h>

enum { PAIR_BUDGET_MS = 1000 };

typedef struct {
    const RunnerOptions *options;
    const MatchJobs *jobs;
    const RunnerCallbacks *callbacks;
    const char *kind;
    JobPoster poster; // its jobs are pairs of games
    int pairs;
    bool has_ended, has_failed;
    Error error;
} Coordinator;

static bool fail(Coordinator *c, const char *message, const char *why) {
    c->has_failed = true;
    return error_set(&c->error, "%.100s: %.130s", message, why);
}

static void write_payload(void *context, int pair, Str *out) {
    match_job_format(((Coordinator *)context)->options, pair, out);
}

static void write_report(void *context, Str *out) {
    const MatchJobs *jobs = ((Coordinator *)context)->jobs;
    jobs->report(jobs->context, out);
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
        int number = 2 * c->poster.next + i;
        if (number >= c->options->first_game)
            c->has_ended = !c->callbacks->finished(c->callbacks->context, number, &games[i]);
    }
    c->poster.next++;
    return !c->has_ended;
}

static bool refuse(Coordinator *c, const char *where, const char *why) {
    if (!job_poster_refuse(&c->poster))
        return fail(c, where, why);
    job_poster_say(&c->poster, "%s: %s; played again", where, why);
    return false;
}

static bool found(void *context, const JobResult *result) {
    Coordinator *c = context;
    ScopedStr where = {0};
    Error why = {0};
    str_add(&where, "games %d and %d, by worker %.60s", 2 * result->number + 1,
            2 * result->number + 2, result->worker);
    if (result->state == JOB_FAILED)
        return fail(c, str_text(&where), result->result);
    PlayedGame *games = mem_alloc(2 * sizeof *games);
    bool ok = read_result(c, result, games, &why) ? finish_pair(c, games)
                                                  : refuse(c, str_text(&where), why.text);
    mem_free(games);
    return ok;
}

static bool go_on(Coordinator *c) {
    JobPoster *p = &c->poster;
    int before = p->next;
    job_poster_go_on(p, int_min(p->next + job_poster_ahead(p), c->pairs));
    if (c->has_ended || c->has_failed || p->next == c->pairs)
        return false;
    if (!c->callbacks->waiting(c->callbacks->context))
        return false;
    if (p->next == before)
        job_poster_wait();
    return true;
}

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

bool match_jobs_play(const RunnerOptions *options, const MatchJobs *jobs,
                     const RunnerCallbacks *callbacks, Error *err) {
    Coordinator c = {.options = options,
                     .jobs = jobs,
                     .callbacks = callbacks,
                     .pairs = schedule_games(&options->schedule) / 2};
    if (!check_participants(options, &c.kind, err))
        return false;
    JobPosterOptions poster = {.command = "match",
                               .work = "this match",
                               .database = jobs->database,
                               .batch = "match",
                               .kind = c.kind,
                               .title = jobs->title,
                               .resumes = jobs->resumes,
                               .budget_ms = PAIR_BUDGET_MS,
                               .context = &c,
                               .payload = write_payload,
                               .report = write_report,
                               .found = found};
    bool ok = job_poster_begin(&c.poster, &poster, options->first_game / 2, err);
    while (ok && go_on(&c))
        continue;
    job_poster_end(&c.poster, jobs->is_complete(jobs->context) ? BATCH_FINISHED : BATCH_STOPPED);
    if (ok && c.has_failed)
        return error_set(err, "%s", c.error.text);
    return ok;
}
