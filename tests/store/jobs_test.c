// The job queue in PostgreSQL: leases, results, priorities, fairness. Runs under
// tests/store/with_postgres.py.
#include "store/jobs.h"

#include "base/number.h"
#include "store/statement.h"
#include "store/test_database.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

TEST(jobs_need_postgresql) {
    static const char *const locations[] = {"data.db", "sqlite:data.db"};
    for (int i = 0; i < COUNT(locations); i++) {
        Error err = {0};
        CHECK(locations[i], !jobs_open(locations[i], JOBS_POST, &err));
        CHECK_TEXT(locations[i], err.text,
                   "jobs need PostgreSQL: a database such as postgresql://USER@HOST/NAME");
    }
}

static const JobWorker ann = {11, "ann", "b1", "match,move", 2};
static const JobWorker bob = {22, "bob", "b1", "match,move", 2};
static const JobWorker old = {33, "old", "b0", "match,move", 2};

typedef struct {
    Str location;
    JobQueue *q;
    int64_t batch;
    Str taken; // payloads, separated by blanks
    int64_t ids[64];
    int count;
    Error err;
} Fixture;

static Fixture set_up(void) {
    Fixture f = {.location = test_location()};
    f.q = jobs_open(str_text(&f.location), JOBS_POST, &f.err);
    CHECK_TEXT("opening", f.err.text, "");
    f.batch = jobs_begin_batch(f.q, &(JobBatch){"match", "t", "b1", false}, &f.err);
    CHECK("a batch", f.batch > 0);
    return f;
}

static void tear_down(Fixture *f) {
    CHECK_TEXT("errors", f->err.text, "");
    jobs_close(f->q);
    str_release(&f->taken);
    test_location_remove(&f->location);
}

static void post(Fixture *f, int number, const char *kind, JobPriority priority, const char *owner,
                 const char *payload) {
    CHECK(payload,
          jobs_post(f->q, &(NewJob){f->batch, number, kind, priority, owner, "b1", payload, 100},
                    &f->err));
}

static void note(void *context, const TakenJob *job) {
    Fixture *f = context;
    str_add(&f->taken, "%s%s", f->taken.len > 0 ? " " : "", job->payload);
    f->ids[f->count++] = job->id;
}

// The payloads of at most `count` jobs. The order of jobs that are taken together means nothing.
static const char *take(Fixture *f, const JobWorker *w, int count) {
    str_clear(&f->taken);
    f->count = 0;
    CHECK("take", jobs_take(f->q, w, w->kinds, count, note, f, &f->err));
    return str_text(&f->taken);
}

static bool finish(Fixture *f, const JobWorker *w, int64_t id, const char *result) {
    bool recorded;
    CHECK("finish", jobs_finish(f->q, w, id, result, &recorded, &f->err));
    return recorded;
}

static bool add_result(void *context, const JobResult *r) {
    str_add(context, "%d:%d:%s:%s ", r->number, (int)r->state, r->worker, r->result);
    return true;
}

static void check_results(Fixture *f, const char *row, const char *want) {
    ScopedStr got = {0};
    CHECK(row, jobs_results(f->q, f->batch, 0, add_result, &got, &f->err));
    CHECK_TEXT(row, str_text(&got), want);
}

static void count_held(void *context, int64_t id) {
    (void)id;
    ++*(int *)context;
}

static int renew(Fixture *f, const JobWorker *w) {
    int held = 0;
    CHECK("renew", jobs_renew(f->q, w, 0, count_held, &held, &f->err));
    return held;
}

static void expire(Fixture *f) {
    test_postgres_execute(&f->location, "UPDATE jobs SET lease = 0 WHERE state = 1");
}

POSTGRES_TEST(jobs_a_result_is_recorded_once) {
    Fixture f = set_up();
    post(&f, 0, "match", JOB_PRIORITY_MATCH, "u", "a");
    post(&f, 0, "match", JOB_PRIORITY_MATCH, "u", "again");
    CHECK_TEXT("taken", take(&f, &ann, 5), "a");
    int64_t id = f.ids[0];
    CHECK_TEXT("nobody else gets it", take(&f, &bob, 5), "");
    CHECK("not by another worker", !finish(&f, &bob, id, "wrong"));
    check_results(&f, "none yet", "");
    CHECK("by its worker", finish(&f, &ann, id, "r"));
    CHECK("not again", !finish(&f, &ann, id, "r2"));
    check_results(&f, "one", "0:2:ann:r ");
    tear_down(&f);
}

POSTGRES_TEST(jobs_an_expired_lease_goes_to_another_worker) {
    Fixture f = set_up();
    post(&f, 0, "match", JOB_PRIORITY_MATCH, "u", "a");
    CHECK_TEXT("taken", take(&f, &ann, 1), "a");
    int64_t id = f.ids[0];
    CHECK_INT("held", renew(&f, &ann), 1);
    expire(&f);
    CHECK_INT("a late heartbeat is enough while nobody has it", renew(&f, &ann), 1);
    CHECK_TEXT("still hers", take(&f, &bob, 1), "");
    expire(&f);
    CHECK_TEXT("taken again", take(&f, &bob, 1), "a");
    CHECK_INT("she has lost it", renew(&f, &ann), 0);
    CHECK("her result comes too late", !finish(&f, &ann, id, "hers"));
    CHECK("his counts", finish(&f, &bob, id, "his"));
    check_results(&f, "result", "0:2:bob:his ");
    tear_down(&f);
}

POSTGRES_TEST(jobs_that_kill_their_workers_fail) {
    Fixture f = set_up();
    post(&f, 0, "match", JOB_PRIORITY_MATCH, "u", "a");
    for (int i = 0; i < JOB_ATTEMPTS_MAX; i++) {
        CHECK_TEXT("tried", take(&f, &ann, 1), "a");
        expire(&f);
    }
    CHECK_TEXT("no more", take(&f, &bob, 1), "");
    check_results(&f, "failed", "0:3:ann:its workers were lost, 5 times ");
    tear_down(&f);
}

POSTGRES_TEST(jobs_errors_are_tried_again_a_few_times) {
    Fixture f = set_up();
    post(&f, 0, "match", JOB_PRIORITY_MATCH, "u", "a");
    for (int i = 0; i < JOB_FAILURES_MAX; i++) {
        check_results(&f, "not yet", "");
        CHECK_TEXT("tried", take(&f, &ann, 1), "a");
        CHECK("error", jobs_fail(f.q, &ann, f.ids[0], "no such engine", &f.err));
    }
    check_results(&f, "failed", "0:3:ann:no such engine ");
    tear_down(&f);
}

POSTGRES_TEST(jobs_returned_by_a_worker_that_leaves) {
    Fixture f = set_up();
    post(&f, 0, "match", JOB_PRIORITY_MATCH, "u", "a");
    for (int i = 0; i < 2 * JOB_ATTEMPTS_MAX; i++) { // it does not count as an attempt
        CHECK_TEXT("taken", take(&f, &ann, 1), "a");
        CHECK("leaves", jobs_leave(f.q, &ann, &f.err));
    }
    CHECK_TEXT("by another", take(&f, &bob, 1), "a");
    tear_down(&f);
}

POSTGRES_TEST(jobs_of_another_build_are_left) {
    Fixture f = set_up();
    ScopedStr build = {0};
    post(&f, 0, "match", JOB_PRIORITY_MATCH, "u", "a");
    CHECK_TEXT("not his", take(&f, &old, 1), "");
    CHECK("asked", jobs_other_build(f.q, &old, &build, &f.err));
    CHECK_TEXT("which", str_text(&build), "b1");
    str_clear(&build);
    CHECK("asked", jobs_other_build(f.q, &ann, &build, &f.err));
    CHECK_TEXT("ours", str_text(&build), "");
    CHECK("kinds", jobs_take(f.q, &ann, "move", 1, note, &f, &f.err) && f.count == 0);
    CHECK_TEXT("hers", take(&f, &ann, 1), "a");
    tear_down(&f);
}

POSTGRES_TEST(jobs_a_move_never_waits_behind_others) {
    Fixture f = set_up();
    for (int i = 0; i < 20; i++)
        post(&f, i, "match", JOB_PRIORITY_MATCH, "u", "match");
    post(&f, 20, "move", JOB_PRIORITY_MOVE, "v", "move");
    CHECK_TEXT("first", take(&f, &ann, 1), "move");
    CHECK_TEXT("then", take(&f, &ann, 1), "match");
    tear_down(&f);
}

// Two owners take turns, even if one has posted a hundred jobs before the other came.
POSTGRES_TEST(jobs_are_fair_between_owners) {
    Fixture f = set_up();
    for (int i = 0; i < 100; i++)
        post(&f, i, "match", JOB_PRIORITY_MATCH, "many", "m");
    for (int i = 0; i < 30; i++)
        take(&f, &ann, 1);
    for (int i = 100; i < 110; i++)
        post(&f, i, "match", JOB_PRIORITY_MATCH, "few", "f");
    int few = 0, at_most = 0;
    for (int i = 1; i <= 21; i++) {
        few += !strcmp(take(&f, &bob, 1), "f");
        at_most = int_max(at_most, i - 2 * few);
    }
    CHECK_INT("all of the few", few, 10);
    CHECK("in turn", at_most <= 2);
    // Somebody who posts one job at a time gets every second turn.
    for (int i = 0; i < 5; i++) {
        post(&f, 200 + i, "match", JOB_PRIORITY_MATCH, "single", "s");
        few = 0;
        for (int k = 0; k < 2; k++)
            few += !strcmp(take(&f, &bob, 1), "s");
        CHECK_INT("single", few, 1);
    }
    tear_down(&f);
}

POSTGRES_TEST(jobs_of_a_batch_that_is_stopped_and_resumed) {
    Fixture f = set_up();
    for (int i = 0; i < 3; i++)
        post(&f, i, "match", JOB_PRIORITY_MATCH, "u", (const char *[]){"a", "b", "c"}[i]);
    take(&f, &ann, 1);
    CHECK("one is done", finish(&f, &ann, f.ids[0], "r"));
    take(&f, &ann, 1);
    CHECK("stopped", jobs_report_batch(f.q, f.batch, BATCH_STOPPED, "{}", &f.err));
    CHECK_INT("canceled", renew(&f, &ann), 0);
    CHECK_TEXT("nothing to do", take(&f, &bob, 3), "");
    JobBatch same = {"match", "t", "b1", true}, other = {"match", "t", "b2", true};
    CHECK("another build", jobs_begin_batch(f.q, &other, &f.err) != f.batch);
    CHECK("the same", jobs_begin_batch(f.q, &same, &f.err) == f.batch);
    for (int i = 0; i < 3; i++)
        post(&f, i, "match", JOB_PRIORITY_MATCH, "u", "x");
    take(&f, &bob, 3);
    CHECK_INT("the rest", f.count, 2);
    check_results(&f, "the result is kept", "0:2:ann:r ");
    CHECK("finished", jobs_report_batch(f.q, f.batch, BATCH_FINISHED, "{}", &f.err));
    check_results(&f, "none is left", "");
    CHECK("a new one", jobs_begin_batch(f.q, &same, &f.err) != f.batch);
    tear_down(&f);
}

static void add_figures(void *context, const JobFigures *j) {
    str_add(context, "%s %d %d %d ", j->kind, (int)j->waiting, (int)j->leased, (int)j->failed);
}

static void add_worker(void *context, const WorkerFigures *w) {
    str_add(context, "%s %s %s %d %d %d ", w->name, w->build, w->kinds, (int)w->threads,
            (int)w->busy, (int)w->done);
}

POSTGRES_TEST(jobs_figures_of_jobs_and_workers) {
    Fixture f = set_up();
    ScopedStr text = {0};
    post(&f, 0, "match", JOB_PRIORITY_MATCH, "u", "a");
    post(&f, 1, "match", JOB_PRIORITY_MATCH, "u", "b");
    post(&f, 2, "move", JOB_PRIORITY_MOVE, "u", "c");
    renew(&f, &ann);
    take(&f, &ann, 1);
    CHECK("done", finish(&f, &ann, f.ids[0], "r"));
    take(&f, &ann, 1);
    CHECK("figures", jobs_figures(f.q, add_figures, &text, &f.err) &&
                         jobs_workers(f.q, add_worker, &text, &f.err));
    CHECK_TEXT("all", str_text(&text), "match 1 1 0 move 0 0 0 ann b1 match,move 2 0 1 ");
    tear_down(&f);
}

// Two may create the queue at once, and a newer one is refused.
POSTGRES_TEST(jobs_schema_versions) {
    Fixture f = set_up();
    Error err = {0};
    jobs_close(jobs_open(str_text(&f.location), JOBS_POST, &f.err));
    test_postgres_execute(&f.location, "UPDATE job_state SET version = 99");
    CHECK("newer", !jobs_open(str_text(&f.location), JOBS_POST, &err));
    CHECK(err.text, strstr(err.text, "its job queue has version 99, made by a newer program"));
    tear_down(&f);
}

// A connection that is lost fails every call; opening again goes on.
POSTGRES_TEST(jobs_after_a_lost_connection) {
    Fixture f = set_up();
    Error err = {0};
    post(&f, 0, "match", JOB_PRIORITY_MATCH, "u", "a");
    test_postgres_execute(&f.location,
                          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                          "WHERE pid != pg_backend_pid() AND application_name = 'pentad'");
    for (int i = 0; i < 2; i++) {
        err = (Error){0};
        CHECK("lost", !jobs_take(f.q, &ann, ann.kinds, 1, note, &f, &err));
        CHECK(err.text, strstr(err.text, "lost the connection to PostgreSQL"));
    }
    jobs_close(f.q);
    f.q = jobs_open(str_text(&f.location), JOBS_POST, &f.err);
    CHECK_TEXT("back", take(&f, &ann, 1), "a");
    tear_down(&f);
}
