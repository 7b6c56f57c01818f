// Project: a long-running proof that one side wins, by worker threads on one tree, with a log that
// keeps every result. The search engine proposes the winner's moves, the threat prover decides the
// positions after every legal reply, and what stays open is searched further, best first.
#pragma once

#include "base/clock.h"
#include "project/project_log.h"

typedef struct {
    TreeCount count;
    LogCount log;
    int64_t jobs, elapsed_ms;    // of this run
    bool is_proved, is_hopeless; // the goal; hopeless: no candidate is left
} ProjectStatus;

typedef struct {
    const char *folder;
    const Goal *goal; // NULL: continue what is there
    int threads;      // default: 1
    int64_t ms;       // 0: no limit
    StopToken stop;
    // Called a few times a second on the calling thread.
    void (*on_progress)(void *context, const ProjectStatus *status);
    void *context;
} ProjectOptions;

// Works until the goal is proved or hopeless, or it is stopped. False if the log cannot be used or
// written.
bool project_run(const ProjectOptions *options, ProjectStatus *out, Error *err);
