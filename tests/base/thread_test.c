#include "base/thread.h"

#include "base/mem.h"
#include "base/number.h"
#include "test.h"

#include <sched.h>
#include <signal.h>

static void *see_mask(void *argument) {
    pthread_sigmask(SIG_SETMASK, NULL, argument);
    return argument;
}

TEST(thread_blocks_signals) {
    sigset_t before, inside, after;
    pthread_t thread;
    void *returned = NULL;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    sigemptyset(&inside);
    CHECK("starts", thread_start(&thread, see_mask, &inside));
    pthread_join(thread, &returned);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    CHECK("has its argument", returned == &inside);
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGALRM};
    for (int i = 0; i < COUNT(signals); i++) {
        CHECK_INT("blocked in it", sigismember(&inside, signals[i]), 1);
        CHECK_INT("as before here", sigismember(&after, signals[i]),
                  sigismember(&before, signals[i]));
    }
}

// ---- Ordered jobs

enum { JOBS = 200, STOP_AT = 70 };

typedef struct {
    atomic_int runs[JOBS];
    int reported, last; // how many jobs were reported, and whether in order: the last one
    int stop_at;        // the job after which the report callback stops; -1: none
    int waits;
    bool in_order;
} Tally;

static void *run_job(void *context, int worker, int job) {
    Tally *t = context;
    (void)worker;
    atomic_fetch_add(&t->runs[job], 1);
    int *result = mem_alloc(sizeof *result);
    *result = job * job;
    return result;
}

static bool report_job(void *context, int job, const void *result) {
    Tally *t = context;
    t->in_order = t->in_order && job == t->last + 1 && *(const int *)result == job * job;
    t->last = job;
    t->reported++;
    return job != t->stop_at;
}

static bool count_wait(void *context) {
    ((Tally *)context)->waits++;
    return true;
}

TEST(ordered_jobs_are_reported_once_and_in_order) {
    static const struct {
        const char *name;
        int threads, first, stop_at, reported;
    } rows[] = {
        {"one thread", 1, 0, -1, JOBS},
        {"several", 5, 0, -1, JOBS},
        {"from the middle", 3, 150, -1, JOBS - 150},
        {"nothing to do", 2, JOBS, -1, 0},
        {"stopped by a report", 4, 0, STOP_AT, STOP_AT + 1},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Tally t = {.last = rows[i].first - 1, .stop_at = rows[i].stop_at, .in_order = true};
        atomic_bool stop = false;
        Error err = {0};
        OrderedJobs jobs = {.threads = rows[i].threads,
                            .first = rows[i].first,
                            .count = JOBS,
                            .stop = &stop,
                            .context = &t,
                            .run = run_job,
                            .report = report_job,
                            .waiting = count_wait};
        CHECK(rows[i].name, ordered_jobs_run(&jobs, &err));
        CHECK(rows[i].name, t.in_order && t.waits >= t.reported && atomic_load(&stop));
        CHECK_INT(rows[i].name, t.reported, rows[i].reported);
        for (int k = 0; k < JOBS; k++)
            CHECK(rows[i].name, atomic_load(&t.runs[k]) <= 1);
    }
}

// The first job ends only when all others of its window are done, and stops the run.
static bool stop_waiting(void *context) {
    return atomic_load(&((Tally *)context)->runs[0]) == 0;
}

static void *run_first_last(void *context, int worker, int job) {
    Tally *t = context;
    for (int k = 1; job == 0 && k < 16; k++)
        while (atomic_load(&t->runs[k]) == 0)
            sched_yield();
    return run_job(context, worker, job);
}

static bool count_report(void *context, int job, const void *result) {
    (void)result;
    ((Tally *)context)->reported += job > 0;
    return true;
}

TEST(ordered_jobs_report_the_rest_when_stopped) {
    for (int rest = 0; rest <= 1; rest++) {
        Tally t = {0};
        atomic_bool stop = false;
        OrderedJobs jobs = {.threads = 2,
                            .count = JOBS,
                            .stop = &stop,
                            .context = &t,
                            .run = run_first_last,
                            .report = count_report,
                            .waiting = stop_waiting,
                            .reports_rest = rest};
        CHECK("runs", ordered_jobs_run(&jobs, NULL));
        CHECK(rest ? "with the rest" : "without it", rest ? t.reported >= 14 : t.reported == 0);
    }
}
