// `pentad match --database`: the games of a match as jobs in a database, which `pentad worker`
// plays on any number of machines.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "match/runner.h"

typedef struct {
    const char *database;
    const char *title; // all options that affect the games: what --resume looks for
    bool resumes;      // continues the jobs of a match that was stopped
    void *context;
    void (*report)(void *context, Str *out); // appends how far the match is, as JSON
    bool (*is_complete)(void *context);      // otherwise it can be resumed
} MatchJobs;

// Like runner_play.
bool match_jobs_play(const RunnerOptions *options, const MatchJobs *jobs,
                     const RunnerCallbacks *callbacks, Error *err);
