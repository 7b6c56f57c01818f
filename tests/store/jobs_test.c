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

TEST(jobs_of_different_builds) {
    static const struct {
        const char *build, *other, *says;
    } rows[] = {
        {"0123456789ab-00000001", "0123456789ab-00000002", "without uncommitted changes"},
        {"0123456789ab-00000001", "0123456789ab", "without uncommitted changes"},
        {"0123456789ab-00000001", "0123456789ac-00000002", "at the same one"},
        {"0123456789ab-00000001", "unknown-00000001", "at the same one"},
        {"0123456789ab-00000001", "0123456789-00000001", "at the same one"},
        {"0123456789-00000001", "0123456789ab-00000001", "at the same one"},
        {"0123456789ab-00000001", "", "at the same one"},
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK(rows[i].other,
              strstr(jobs_build_difference(rows[i].build, rows[i].other), rows[i].says) != NULL);
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
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "again");
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
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
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
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
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
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
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
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
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
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
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
        post(&f, i, "match", JOB_PRIORITY_BATCH, "u", "match");
    post(&f, 20, "move", JOB_PRIORITY_MOVE, "v", "move");
    CHECK_TEXT("first", take(&f, &ann, 1), "move");
    CHECK_TEXT("then", take(&f, &ann, 1), "match");
    tear_down(&f);
}

// Two owners take turns, even if one has posted a hundred jobs before the other came.
POSTGRES_TEST(jobs_are_fair_between_owners) {
    Fixture f = set_up();
    for (int i = 0; i < 100; i++)
        post(&f, i, "match", JOB_PRIORITY_BATCH, "many", "m");
    for (int i = 0; i < 30; i++)
        take(&f, &ann, 1);
    for (int i = 100; i < 110; i++)
        post(&f, i, "match", JOB_PRIORITY_BATCH, "few", "f");
    int few = 0, at_most = 0;
    for (int i = 1; i <= 21; i++) {
        few += !strcmp(take(&f, &bob, 1), "f");
        at_most = int_max(at_most, i - 2 * few);
    }
    CHECK_INT("all of the few", few, 10);
    CHECK("in turn", at_most <= 2);
    // Somebody who posts one job at a time gets every second turn.
    for (int i = 0; i < 5; i++) {
        post(&f, 200 + i, "match", JOB_PRIORITY_BATCH, "single", "s");
        few = 0;
        for (int k = 0; k < 2; k++)
            few += !strcmp(take(&f, &bob, 1), "s");
        CHECK_INT("single", few, 1);
    }
    tear_down(&f);
}

POSTGRES_TEST(jobs_of_a_batch_that_is_stopped_and_resumed) {
    Fixture f = set_up();
    for (int i = 0; i < 4; i++)
        post(&f, i, "match", JOB_PRIORITY_BATCH, "u", (const char *[]){"a", "b", "c", "d"}[i]);
    take(&f, &ann, 1);
    CHECK("one is done", finish(&f, &ann, f.ids[0], "r"));
    for (int i = 0; i < JOB_FAILURES_MAX; i++) {
        CHECK_TEXT("one fails", take(&f, &ann, 1), "b");
        CHECK("it does", jobs_fail(f.q, &ann, f.ids[0], "no such engine", &f.err));
    }
    take(&f, &ann, 1);
    CHECK("stopped", jobs_report_batch(f.q, f.batch, BATCH_STOPPED, "{}", NULL, &f.err));
    CHECK_INT("deleted", renew(&f, &ann), 0);
    CHECK_TEXT("nothing to do", take(&f, &bob, 3), "");
    JobBatch same = {"match", "t", "b1", true}, other = {"match", "t", "b2", true};
    CHECK("another build", jobs_begin_batch(f.q, &other, &f.err) != f.batch);
    CHECK("the same", jobs_begin_batch(f.q, &same, &f.err) == f.batch);
    for (int i = 0; i < 4; i++)
        post(&f, i, "match", JOB_PRIORITY_BATCH, "u", "x");
    take(&f, &bob, 4);
    CHECK_INT("the rest, and what failed", f.count, 3);
    check_results(&f, "the result is kept", "0:2:ann:r ");
    CHECK("finished", jobs_report_batch(f.q, f.batch, BATCH_FINISHED, "{}", NULL, &f.err));
    check_results(&f, "none is left", "");
    CHECK("a new one", jobs_begin_batch(f.q, &same, &f.err) != f.batch);
    tear_down(&f);
}

static void add_status(void *context, const JobStatus *job) {
    str_add(context, "%d:%d:%s:%s ", job->number, (int)job->state, job->text,
            job->lease_ms > 0 ? "held" : "free");
}

static void check_watched(Fixture *f, const char *row, const char *want) {
    ScopedStr got = {0};
    CHECK(row, jobs_watch(f->q, f->batch, add_status, &got, &f->err));
    CHECK_TEXT(row, str_text(&got), want);
}

// Somebody waits for a move: its lease is short, whatever a worker asks for and renews.
POSTGRES_TEST(jobs_with_a_short_lease) {
    Fixture f = set_up();
    NewJob job = {f.batch, 0, "move", JOB_PRIORITY_MOVE, "u", "b1", "a", 100, JOB_SHORT_LEASE_MS};
    CHECK("posted", jobs_post(f.q, &job, &f.err));
    post(&f, 1, "match", JOB_PRIORITY_BATCH, "u", "b");
    check_watched(&f, "waiting", "0:0::free 1:0::free ");
    CHECK_INT("both", (take(&f, &ann, 2), f.count), 2);
    for (int i = 0; i < 2; i++) {
        check_watched(&f, "held", "0:1::held 1:1::held ");
        test_postgres_execute(&f.location, "UPDATE jobs SET lease = lease - 3500");
        check_watched(&f, "the short one is over", "0:1::free 1:1::held ");
        CHECK_INT("renewed", renew(&f, &ann), 2);
    }
    test_postgres_execute(&f.location, "UPDATE jobs SET lease = lease - 3500");
    CHECK_TEXT("by another", take(&f, &bob, 2), "a");
    tear_down(&f);
}

// A result so far is told to the poster, and is none for the queue.
POSTGRES_TEST(jobs_results_so_far) {
    Fixture f = set_up();
    bool held = false;
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
    take(&f, &ann, 1);
    int64_t id = f.ids[0];
    CHECK("so far", jobs_progress(f.q, &ann, id, "half", &held, &f.err) && held);
    check_watched(&f, "told", "0:1:half:held ");
    check_results(&f, "no result", "");
    CHECK("his", jobs_progress(f.q, &bob, id, "forged", &held, &f.err) && !held);
    CHECK_INT("still hers", renew(&f, &ann), 1);
    expire(&f);
    CHECK_TEXT("taken again", take(&f, &bob, 1), "a");
    check_watched(&f, "from the beginning", "0:1::held ");
    CHECK("too late", jobs_progress(f.q, &ann, id, "more", &held, &f.err) && !held);
    CHECK("his counts", finish(&f, &bob, id, "all"));
    CHECK("after the end", jobs_progress(f.q, &bob, id, "more", &held, &f.err) && !held);
    check_watched(&f, "done", "0:2:all:free ");
    CHECK("deleted", jobs_delete(f.q, f.batch, 0, &f.err));
    check_watched(&f, "none", "");
    tear_down(&f);
}

// Jobs of a server that is gone.
POSTGRES_TEST(jobs_of_silent_batches_are_deleted) {
    Fixture f = set_up();
    int64_t server = jobs_begin_batch(f.q, &(JobBatch){"server", "", "b1", false}, &f.err);
    NewJob job = {server, 0, "move", JOB_PRIORITY_MOVE, "u", "b1", "m", 100, 0};
    CHECK("posted", jobs_post(f.q, &job, &f.err));
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
    test_postgres_execute(&f.location, "UPDATE job_batches SET seen = seen - 5000");
    CHECK("not yet", jobs_delete_silent(f.q, "server", 60000, &f.err));
    CHECK_TEXT("its move", take(&f, &ann, 1), "m");
    CHECK("now", jobs_delete_silent(f.q, "server", 1000, &f.err));
    CHECK_INT("canceled", renew(&f, &ann), 0);
    CHECK_TEXT("another kind stays", take(&f, &bob, 9), "a");
    tear_down(&f);
}

// Somebody may continue them.
POSTGRES_TEST(jobs_of_silent_batches_are_stopped) {
    Fixture f = set_up();
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
    post(&f, 1, "match", JOB_PRIORITY_BATCH, "u", "b");
    take(&f, &ann, 1);
    CHECK("one is done", finish(&f, &ann, f.ids[0], "r"));
    test_postgres_execute(&f.location, "UPDATE job_batches SET seen = seen - 5000");
    CHECK("not yet", jobs_stop_silent(f.q, "match", 60000, &f.err));
    CHECK("another kind", jobs_stop_silent(f.q, "proof", 1000, &f.err));
    check_watched(&f, "both", "0:2:r:free 1:0::free ");
    CHECK("now", jobs_stop_silent(f.q, "match", 1000, &f.err));
    check_watched(&f, "the result stays", "0:2:r:free ");
    CHECK("the same",
          jobs_begin_batch(f.q, &(JobBatch){"match", "t", "b1", true}, &f.err) == f.batch);
    tear_down(&f);
}

POSTGRES_TEST(jobs_whose_results_are_not_needed) {
    Fixture f = set_up();
    bool exists;
    for (int i = 0; i < 3; i++)
        post(&f, i, "match", JOB_PRIORITY_BATCH, "u", "a");
    CHECK("the second", jobs_forget(f.q, f.batch, 1, &exists, &f.err) && exists);
    check_watched(&f, "two are left", "1:0::free 2:0::free ");
    CHECK("none", jobs_forget(f.q, f.batch, 3, &exists, &f.err) && !exists);
    check_watched(&f, "no more", "");
    CHECK("of another batch", jobs_forget(f.q, f.batch + 1, 0, &exists, &f.err) && !exists);
    tear_down(&f);
}

// Nobody would delete them.
POSTGRES_TEST(jobs_posted_into_a_deleted_batch) {
    Fixture f = set_up();
    bool exists;
    test_postgres_execute(&f.location, "DELETE FROM job_batches");
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
    check_watched(&f, "none", "");
    CHECK("told", jobs_report_batch(f.q, f.batch, BATCH_RUNNING, "", &exists, &f.err) && !exists);
    tear_down(&f);
}

static void check_threads(Fixture *f, const char *kind, const char *build, int threads,
                          const char *other) {
    int found;
    ScopedStr other_found = {0};
    CHECK(kind, jobs_threads(f->q, kind, build, 3000, &found, &other_found, &f->err));
    CHECK_INT(build, found, threads);
    CHECK_TEXT(build, str_text(&other_found), other);
}

POSTGRES_TEST(jobs_threads_by_kind_and_build) {
    Fixture f = set_up();
    JobWorker third = {44, "third", "b1", "match", 5};
    check_threads(&f, "move", "b1", 0, "");
    renew(&f, &ann);
    renew(&f, &bob);
    renew(&f, &old);
    renew(&f, &third);
    check_threads(&f, "move", "b1", 4, "b0");
    check_threads(&f, "move", "b0", 2, "b1");
    check_threads(&f, "match", "b1", 9, "b0");
    check_threads(&f, "mov", "b1", 0, "");
    test_postgres_execute(&f.location, "UPDATE job_workers SET seen = seen - 3500");
    renew(&f, &bob);
    check_threads(&f, "move", "b1", 2, "");
    tear_down(&f);
}

// A queue that was made before there were short leases.
POSTGRES_TEST(jobs_of_version_2) {
    Fixture f = set_up();
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
    test_postgres_execute(&f.location, "ALTER TABLE jobs DROP COLUMN lease_ms, DROP COLUMN taken");
    test_postgres_execute(&f.location, "UPDATE job_state SET version = 2");
    jobs_close(f.q);
    f.q = jobs_open(str_text(&f.location), JOBS_POST, &f.err);
    CHECK("migrated", f.q != NULL);
    CHECK_TEXT("its job", take(&f, &ann, 1), "a");
    test_postgres_execute(&f.location, "UPDATE jobs SET lease = lease - 19000");
    check_watched(&f, "20 s", "0:1::held ");
    tear_down(&f);
}

static void add_figures(void *context, const JobFigures *j) {
    str_add(context, "%s (%d) %d %d %d, budget %d %d%s ", j->kind, (int)j->priority,
            (int)j->waiting, (int)j->leased, (int)j->failed, (int)j->waiting_budget_ms,
            (int)j->leased_budget_ms, j->longest_ms >= 7000 ? " long" : "");
}

static void add_worker(void *context, const WorkerFigures *w) {
    str_add(context, "%s %s %s %d %d %d ", w->name, w->build, w->kinds, (int)w->threads,
            (int)w->busy, (int)w->done);
}

POSTGRES_TEST(jobs_figures_of_jobs_and_workers) {
    Fixture f = set_up();
    ScopedStr text = {0};
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
    post(&f, 1, "match", JOB_PRIORITY_BATCH, "u", "b");
    post(&f, 2, "move", JOB_PRIORITY_MOVE, "u", "c");
    renew(&f, &ann);
    take(&f, &ann, 1);
    CHECK("done", finish(&f, &ann, f.ids[0], "r"));
    take(&f, &ann, 1);
    test_postgres_execute(&f.location, "UPDATE jobs SET taken = taken - 7000");
    CHECK("figures", jobs_figures(f.q, add_figures, &text, &f.err) &&
                         jobs_workers(f.q, add_worker, &text, &f.err));
    CHECK_TEXT("all", str_text(&text),
               "match (10) 1 1 0, budget 100 100 long move (100) 0 0 0, budget 0 0 "
               "ann b1 match,move 2 0 1 ");
    tear_down(&f);
}

POSTGRES_TEST(jobs_are_renewed_and_left_by_those_who_have_them) {
    Fixture f = set_up();
    for (int i = 0; i < 4; i++)
        post(&f, i, "match", JOB_PRIORITY_BATCH, "u", (const char *[]){"a", "b", "c", "d"}[i]);
    CHECK_TEXT("ann's", take(&f, &ann, 1), "a");
    int64_t first = f.ids[0];
    take(&f, &bob, 2);
    CHECK_INT("ann has one", renew(&f, &ann), 1);
    CHECK_INT("bob has two", renew(&f, &bob), 2);
    CHECK_INT("old has none", renew(&f, &old), 0);
    CHECK("not bob's to finish", !finish(&f, &bob, first, "r"));
    CHECK("left", jobs_leave(f.q, &bob, &f.err));
    CHECK_INT("bob has none", renew(&f, &bob), 0);
    CHECK_INT("ann's is still hers", renew(&f, &ann), 1);
    CHECK("hers to finish", finish(&f, &ann, first, "r"));
    CHECK_INT("finished", renew(&f, &ann), 0);
    take(&f, &old, 9);
    CHECK_INT("another build", f.count, 0);
    take(&f, &ann, 9);
    CHECK_INT("the rest", f.count, 3);
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
    post(&f, 0, "match", JOB_PRIORITY_BATCH, "u", "a");
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
