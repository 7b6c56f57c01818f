// The job queue in PostgreSQL: work that any number of `pentad worker` processes take, on any
// machine.
//
// A job is waiting, or leased to a worker that renews its lease by a heartbeat. A lease that runs
// out goes to another worker; a result is recorded once, from the worker that holds the lease. A
// poster creates the tables; a worker needs only the functions that job_grant allows its role
// (jobs_schema.c), and sees only jobs that it has taken. Every call is a transaction of its own.
//
// A build is named COMMIT-SOURCES, by its commit and a hash of its sources (app/version.py), so an
// uncommitted change makes another build. Jobs name theirs, and only its workers take them.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Store JobQueue;

typedef enum {
    JOBS_POST, // may create and read the tables
    JOBS_READ, // the same, but fails if there are none
    JOBS_WORK, // may only call the functions of a worker
} JobsAccess;

// If the connection is lost, every call fails: close the queue and open it again.
JobQueue *jobs_open(const char *url, JobsAccess access, Error *err);
void jobs_close(JobQueue *q);

enum {
    JOB_LEASE_MS = 20 * 1000,      // the longest
    JOB_SHORT_LEASE_MS = 3 * 1000, // of a job that somebody waits for
    JOB_RENEW_MS = 1 * 1000,       // how often a worker calls jobs_renew
    JOB_ATTEMPTS_MAX = 5,          // leases that may run out before a job has failed
    JOB_FAILURES_MAX = 3,          // errors from workers before it has
};

// A level's move never waits behind an analysis. Within a priority, owners take turns by budget.
typedef enum {
    JOB_PRIORITY_BATCH = 10, // matches, proofs, self-play
    JOB_PRIORITY_ANALYSIS = 50,
    JOB_PRIORITY_MOVE = 100,
} JobPriority;

typedef enum { JOB_WAITING, JOB_LEASED, JOB_DONE, JOB_FAILED } JobState;

// ---- Posters

// Jobs that are posted and stopped together, such as a match.
typedef struct {
    const char *kind, *title, *build;
    bool resumes; // the newest batch of this kind, title and build that was not finished, if any
} JobBatch;

int64_t jobs_begin_batch(JobQueue *q, const JobBatch *batch, Error *err); // its id; 0 on failure

typedef enum { BATCH_RUNNING, BATCH_FINISHED, BATCH_STOPPED } BatchState;

// Says that the poster is alive, and how far it is, as JSON. A batch that is finished loses its
// jobs; one that was stopped keeps those that are done. *exists (may be NULL) is false if the batch
// was deleted meanwhile.
bool jobs_report_batch(JobQueue *q, int64_t batch, BatchState state, const char *report,
                       bool *exists, Error *err);

typedef struct {
    int64_t batch;
    int number;       // in its batch
    const char *kind; // a worker takes the kinds it was told
    JobPriority priority;
    const char *owner;   // owners share the workers fairly
    const char *build;   // that a worker must have; "": any
    const char *payload; // in the format of the kind
    int64_t budget_ms;   // what it is expected to cost, at least 1
    int64_t lease_ms;    // 0: JOB_LEASE_MS
} NewJob;

// Posting a number again has no effect, nor has posting into a batch that was deleted.
bool jobs_post(JobQueue *q, const NewJob *job, Error *err);

typedef struct {
    int64_t id;
    int number;
    JobState state;              // JOB_DONE or JOB_FAILED
    const char *worker, *result; // of a failed job: why. Borrowed during the call
} JobResult;

// Calls `found` for the results of a batch from `first` on, in order, until it returns false.
bool jobs_results(JobQueue *q, int64_t batch, int first,
                  bool (*found)(void *context, const JobResult *result), void *context, Error *err);

typedef struct {
    int number;
    JobState state;
    const char *text; // the result, the result so far, or why it failed. Borrowed during the call
    int64_t age_ms;   // since it was posted
    int64_t lease_ms; // what is left of its lease; below 0: its worker is late
} JobStatus;

// Calls `found` for every job of a batch, in the order of their numbers.
bool jobs_watch(JobQueue *q, int64_t batch, void (*found)(void *context, const JobStatus *job),
                void *context, Error *err);

// Deletes the batches of a kind whose poster has not been seen for so long, with their jobs.
bool jobs_delete_silent(JobQueue *q, const char *kind, int64_t silent_ms, Error *err);

// Stops them instead: somebody may continue them.
bool jobs_stop_silent(JobQueue *q, const char *kind, int64_t silent_ms, Error *err);

// Deletes the jobs before `number`, whose results are not needed any more. *exists is false if that
// job itself is missing: another poster has stopped, finished or deleted the batch.
bool jobs_forget(JobQueue *q, int64_t batch, int number, bool *exists, Error *err);

// Deletes a job, whatever its state.
bool jobs_delete(JobQueue *q, int64_t batch, int number, Error *err);

// Lets a role of PostgreSQL work: the functions of a worker, and nothing else. Refuses one that may
// create objects, as every role may in the schema `public` before PostgreSQL 15: an operator of its
// own that fits better than PostgreSQL's would run in those functions, with the owner's rights.
bool jobs_grant(JobQueue *q, const char *role, Error *err);

// ---- Figures

typedef struct {
    const char *kind;
    int64_t waiting, leased, failed;
    int64_t oldest_ms;  // how long the oldest has waited
    int64_t longest_ms; // for how long a worker has had the one taken first
    int64_t waiting_budget_ms, leased_budget_ms; // in total
    int64_t priority;                            // the highest of them
} JobFigures;

bool jobs_figures(JobQueue *q, void (*found)(void *context, const JobFigures *figures),
                  void *context, Error *err);

typedef struct {
    const char *name, *build, *kinds;
    int64_t threads, busy, done;
} WorkerFigures;

// Workers that have renewed their lease lately.
bool jobs_workers(JobQueue *q, void (*found)(void *context, const WorkerFigures *worker),
                  void *context, Error *err);

// Threads of the workers of that build that were seen in the last `seen_ms` and take that kind; and
// another build of such workers, if there is one, unless *other_build has one already.
bool jobs_threads(JobQueue *q, const char *kind, const char *build, int64_t seen_ms, int *threads,
                  Str *other_build, Error *err);

typedef struct {
    int64_t id;
    const char *title, *build, *report;
    BatchState state;
    int64_t created_ms, age_ms; // since 1970; since the poster was last seen
} BatchRow;

// The newest batches of a kind first.
bool jobs_batches(JobQueue *q, const char *kind, int limit,
                  void (*found)(void *context, const BatchRow *batch), void *context, Error *err);

// ---- Workers

typedef struct {
    int64_t session;  // secret random number: who knows it may finish the worker's jobs
    const char *name; // for people
    const char *build;
    const char *kinds; // separated by commas
    int threads;
} JobWorker;

typedef struct {
    int64_t id;
    const char *kind, *payload; // borrowed during the call
    int64_t budget_ms;
} TakenJob;

// Takes at most `count` jobs of `kinds`, which may be fewer than all the worker's.
bool jobs_take(JobQueue *q, const JobWorker *worker, const char *kinds, int count,
               void (*taken)(void *context, const TakenJob *job), void *context, Error *err);

// The heartbeat. Calls `held` for every job that the worker still has; it should drop the others.
bool jobs_renew(JobQueue *q, const JobWorker *worker, int busy,
                void (*held)(void *context, int64_t id), void *context, Error *err);

// Records a result, or why there is none, unless the lease was lost: then *recorded is false.
bool jobs_finish(JobQueue *q, const JobWorker *worker, int64_t id, const char *result,
                 bool *recorded, Error *err);
bool jobs_fail(JobQueue *q, const JobWorker *worker, int64_t id, const char *why, Error *err);

// Records the result so far. *held is false if the lease was lost.
bool jobs_progress(JobQueue *q, const JobWorker *worker, int64_t id, const char *so_far, bool *held,
                   Error *err);

// Returns all jobs of the worker, which is leaving. They count as not tried.
bool jobs_leave(JobQueue *q, const JobWorker *worker, Error *err);

// The build that jobs of these kinds wait for, if it is not the worker's; "" if there is none.
bool jobs_other_build(JobQueue *q, const JobWorker *worker, Str *build, Error *err);

// For people: how two builds differ, and what to do.
const char *jobs_build_difference(const char *build, const char *other);
