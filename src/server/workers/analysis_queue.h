// Fair queue of analysis requests (round robin over users): each turn analyzes one position for the
// user served longest ago, so one user with many requests or a long game does not delay others. The
// number of waiting requests is bounded per user, per address and in total.
//
// The worker pool takes jobs from here. If the engine hangs or dies the job is retried once; then
// the analysis fails, keeping the results so far.
#pragma once

#include "base/json_writer.h"
#include "games/analysis_job.h"

typedef struct Server Server;
typedef struct AnalysisQueue AnalysisQueue;

enum {
    ANALYSES_PER_USER = 4,
    ANALYSES_PER_ADDRESS = 8,
    ANALYSES_WAITING = 64,
    ANALYSES_KEPT_PER_USER = 16,
    ANALYSES_KEPT = 256,      // including finished ones
    ANALYSIS_NOTIFY_MS = 200, // between two notifications, except the last
};

// `engine` identifies the build; cached results of other builds are ignored.
AnalysisQueue *analysis_queue_new(Server *s, const char *engine);
void analysis_queue_free(AnalysisQueue *a);

// ---- For clients

typedef struct {
    UserId user;
    const char *network; // key of its rate limits
} AnalysisClient;

// Writes the analysis. *started_id stays empty if the cache has the complete result, else it
// becomes the id of the queued analysis. Takes ownership of `job` in every case.
Status analysis_queue_submit(AnalysisQueue *a, const AnalysisClient *client, AnalysisJob *job,
                             JsonWriter *w, GameId *started_id, Error *err);

// Writes the fields of the user's own analysis. `seq` may be NULL.
Status analysis_queue_get(AnalysisQueue *a, UserId user, const char *id, JsonWriter *w, int *seq,
                          Error *err);

// Cancels an analysis and keeps the results so far.
Status analysis_queue_cancel(AnalysisQueue *a, UserId user, const char *id, Error *err);

// Several times a second: sends notifications that were due too early.
void analysis_queue_tick(AnalysisQueue *a);

int analysis_queue_waiting(const AnalysisQueue *a);

// ---- For the worker pool

// One position for a worker, with a unique number.
typedef struct {
    int64_t number;
    UserId user;
    Str text; // line for the worker. Caller releases it.
    int64_t ms;
} PositionJob;

typedef enum {
    TAKE_ANY,
    TAKE_FOR_REMOTE, // what has not failed yet: that is done here
    TAKE_RETURNED,   // what remote workers did not take in time, or failed at
} AnalysisChoice;

bool analysis_queue_take(AnalysisQueue *a, AnalysisChoice choice, PositionJob *out); // false: none

// Output lines of a worker. `yielded`: it was preempted because a game needs the worker.
void analysis_queue_progress(AnalysisQueue *a, int64_t number, const char *line);
void analysis_queue_finish(AnalysisQueue *a, int64_t number, const char *line, bool yielded);
void analysis_queue_fail(AnalysisQueue *a, int64_t number, const char *why);
void analysis_queue_return(AnalysisQueue *a,
                           int64_t number); // nobody has tried, or it was canceled
