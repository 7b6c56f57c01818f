// Poster of numbered jobs: what `pentad match`, `solve` and `selfplay` with --database have in
// common. Jobs are posted ahead, `pentad worker` processes do them on any machines, and the results
// come back in the order of the numbers. job_poster_none.c: in a program without the database.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "store/jobs.h"

typedef struct {
    const char *command, *work; // for messages: "match", "this match"
    const char *database;
    const char *batch; // kind of the batch
    const char *kind;  // of the jobs
    const char *title;
    bool resumes;      // continues the newest batch of this title that was not finished
    int64_t budget_ms; // of a job; only compared with other jobs
    void *context;
    void (*payload)(void *context, int number, Str *out);
    void (*report)(void *context, Str *out); // appends how far the work is, as JSON
    // The result of job `next`, or why it failed. Returns false to get no more of them now.
    bool (*found)(void *context, const JobResult *result);
} JobPosterOptions;

typedef struct {
    JobPosterOptions options;
    JobQueue *queue; // NULL while the connection is lost
    int64_t batch;
    int next, posted;      // the next job to come back, to post
    bool repeats;          // posts `next` again
    int refused, refusals; // how many results of this job could not be used
    int64_t threads;       // of the workers with our build
    char other_build[48];  // of a worker that cannot take our jobs
    int64_t started_ms, report_ms, clean_ms, reconnect_ms;
    bool has_hinted;
} JobPoster;

// False if the search parameters of pentad-tunable were set: then this is another engine than its
// build says.
bool job_poster_check_engine(Error *err);

// Begins with job number `first`. False if the database cannot be used.
bool job_poster_begin(JobPoster *p, const JobPosterOptions *options, int first, Error *err);

// How many jobs to post so that no worker is idle while a slow one finishes.
int job_poster_ahead(const JobPoster *p);

// Posts the jobs before `end`, and gets what has come back. `found` counts `next` up. Does not
// wait; a lost connection is opened again.
void job_poster_go_on(JobPoster *p, int end);

// The result of job `next` cannot be used: posts it again, but not after the third time. Returns
// whether it does.
bool job_poster_refuse(JobPoster *p);

// Prints a message, which may have texts of workers, to standard error.
void job_poster_say(const JobPoster *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Until the next look at the queue.
void job_poster_wait(void);

// Says how it ended: a batch that is finished loses its jobs. Closes the queue. If the connection
// is lost, tries for a few seconds.
void job_poster_end(JobPoster *p, BatchState state);
