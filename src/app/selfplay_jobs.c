#include "app/selfplay_jobs.h"

#include "app/job_poster.h"
#include "base/json_writer.h"
#include "base/number.h"
#include "train/selfplay_job.h"

enum { GAME_BUDGET_MS = 1000 };

typedef struct {
    const SelfplayOptions *options;
    const SelfplayCallbacks *callbacks;
    JobPoster poster;
    bool has_ended, has_failed;
    Error err;
} Coordinator;

static void write_payload(void *context, int number, Str *out) {
    selfplay_job_format(((Coordinator *)context)->options, number, out);
}

static void write_report(void *context, Str *out) {
    const Coordinator *c = context;
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_number(&w, "games", c->poster.next);
    write_number(&w, "total", c->options->games);
    write_end_object(&w);
}

static bool fail(Coordinator *c, const JobResult *result, const char *why) {
    c->has_failed = true;
    return error_set(&c->err, "game %d, by worker %.60s: %.130s", result->number + 1,
                     result->worker, why);
}

static bool refuse(Coordinator *c, const JobResult *result, const char *why) {
    if (!job_poster_refuse(&c->poster))
        return fail(c, result, why);
    job_poster_say(&c->poster, "game %d, by worker %.60s: %.130s; played again", result->number + 1,
                   result->worker, why);
    return false;
}

static bool found(void *context, const JobResult *result) {
    Coordinator *c = context;
    PackedGame game;
    Error why = {0};
    if (result->state == JOB_FAILED)
        return fail(c, result, result->result);
    if (!selfplay_job_read_result(c->options, result->result, &game, &why))
        return refuse(c, result, why.text);
    c->poster.next++;
    c->has_ended = !c->callbacks->finished(c->callbacks->context, &game);
    return !c->has_ended;
}

static bool go_on(Coordinator *c) {
    JobPoster *p = &c->poster;
    int before = p->next;
    job_poster_go_on(p, int_min(p->next + job_poster_ahead(p), c->options->games));
    if (c->has_ended || c->has_failed || p->next == c->options->games ||
        !c->callbacks->waiting(c->callbacks->context))
        return false;
    if (p->next == before)
        job_poster_wait();
    return true;
}

bool selfplay_jobs_run(const SelfplayOptions *options, const char *database,
                       const SelfplayCallbacks *callbacks, Error *err) {
    Coordinator c = {.options = options, .callbacks = callbacks};
    JobPosterOptions poster = {.command = "selfplay",
                               .work = "this run",
                               .database = database,
                               .batch = "selfplay",
                               .kind = "selfplay",
                               .title = "selfplay",
                               .budget_ms = GAME_BUDGET_MS,
                               .context = &c,
                               .payload = write_payload,
                               .report = write_report,
                               .found = found};
    if (options->weights || options->net)
        return error_set(err, "workers have no files: --database goes without --net and --weights");
    if (options->threads > 1)
        return error_set(err, "with --database the threads are those of pentad worker --threads");
    bool ok = job_poster_begin(&c.poster, &poster, 0, err);
    while (ok && go_on(&c))
        continue;
    job_poster_end(&c.poster, BATCH_FINISHED); // nobody continues it
    return ok && (!c.has_failed || error_set(err, "%s", c.err.text));
}
