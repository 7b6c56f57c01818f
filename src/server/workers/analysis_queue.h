// Questions to the engine from people and programs, in a fair queue: whoever was served longest ago
// is next, with one position, so that many questions of one person, or a long game, hold up nobody
// else's. How many wait is bounded, a person, an address and in all.
//
// The thinkers take from here what they have time for. An engine that hangs or dies is tried once
// more; then the question has an error for an answer, with what was found out until then.
#pragma once

#include "games/analysis_job.h"
#include "server/json/json_writer.h"

typedef struct Server Server;
typedef struct AnalysisQueue AnalysisQueue;

enum {
    ANALYSES_PER_USER = 4,
    ANALYSES_PER_ADDRESS = 8,
    ANALYSES_WAITING = 64,
    ANALYSES_KEPT_PER_USER = 16,
    ANALYSES_KEPT = 256, // with those that are over
};

// `engine` names the engine whose findings count.
AnalysisQueue *analysis_queue_new(Server *s, const char *engine);
void analysis_queue_free(AnalysisQueue *a);

// ---- For people

typedef struct {
    UserId user;
    const char *network; // whose limits it counts for
} AnalysisClient;

// Writes the answer if the store has it; *begun becomes an id if somebody must think. Takes the
// inquiry in any case.
Status analysis_queue_submit(AnalysisQueue *a, const AnalysisClient *asker, AnalysisJob *inquiry,
                             JsonWriter *w, GameId *begun, Error *err);

// The fields of somebody's own analysis; NULL for `seq`: nobody wants to know it.
Status analysis_queue_get(AnalysisQueue *a, UserId user, const char *id, JsonWriter *w, int *seq,
                          Error *err);

// Ends it. What is known stays.
Status analysis_queue_cancel(AnalysisQueue *a, UserId user, const char *id, Error *err);

int analysis_queue_waiting(const AnalysisQueue *a);

// ---- For the thinkers

// What to think about, by a number that is never used again.
typedef struct {
    int64_t number;
    Str text; // to be released
    int64_t ms;
} AnalysisTask;

bool analysis_queue_take(AnalysisQueue *a, AnalysisTask *out); // false: nothing waits

// A line that a worker says. `yielded`: it ended because a game needs the thinker.
void analysis_queue_progress(AnalysisQueue *a, int64_t number, const char *line);
void analysis_queue_finish(AnalysisQueue *a, int64_t number, const char *line, bool yielded);
void analysis_queue_fail(AnalysisQueue *a, int64_t number, const char *why);
