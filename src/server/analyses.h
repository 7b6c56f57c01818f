// Questions to the engine from people and programs, in a fair queue: whoever was served longest ago
// is next, with one position, so that many questions of one person, or a long game, hold up nobody
// else's. How many wait is bounded, a person, an address and in all.
//
// The thinkers take from here what they have time for. An engine that hangs or dies is tried once
// more; then the question has an error for an answer, with what was found out until then.
#pragma once

#include "room/inquiry.h"
#include "server/writer.h"

typedef struct Server Server;
typedef struct Analyses Analyses;

enum {
    ANALYSES_PER_PERSON = 4,
    ANALYSES_PER_ADDRESS = 8,
    ANALYSES_WAITING = 64,
    ANALYSES_KEPT_PER_PERSON = 16,
    ANALYSES_KEPT = 256, // with those that are over
};

// `engine` names the engine whose findings count.
Analyses *analyses_new(Server *s, const char *engine);
void analyses_free(Analyses *a);

// ---- For people

typedef struct {
    UserId user;
    const char *network; // whose limits it counts for
} AnalysisAsker;

// Writes the answer if the store has it; *begun becomes an id if somebody must think. Takes the
// inquiry in any case.
Refusal analyses_ask(Analyses *a, const AnalysisAsker *asker, Inquiry *inquiry, Writer *w,
                     GameId *begun, Error *err);

// The fields of somebody's own analysis; NULL for `seq`: nobody wants to know it.
Refusal analyses_see(Analyses *a, UserId user, const char *id, Writer *w, int *seq, Error *err);

// Ends it. What is known stays.
Refusal analyses_stop(Analyses *a, UserId user, const char *id, Error *err);

int analyses_waiting(const Analyses *a);

// ---- For the thinkers

// What to think about, by a number that is never used again.
typedef struct {
    int64_t number;
    Str text; // to be released
    int64_t ms;
} AnalysisTask;

bool analyses_take(Analyses *a, AnalysisTask *out); // false: nothing waits

// A line that a worker says. `yielded`: it ended because a game needs the thinker.
void analyses_hear(Analyses *a, int64_t number, const char *line);
void analyses_answer(Analyses *a, int64_t number, const char *line, bool yielded);
void analyses_fail(Analyses *a, int64_t number, const char *why);
