// Project: a long-running proof that one side wins, by worker threads on one tree, with a log that
// keeps every result. The search engine proposes the winner's moves, the threat prover decides the
// positions after every legal reply, and what stays open is searched further, best first.
#pragma once

#include "base/clock.h"
#include "project/project_job.h"
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

typedef struct Project Project;

// Opens the project and its log. NULL if the log cannot be used.
Project *project_open(const ProjectOptions *options, Error *err);
void project_close(Project *p);

// The most promising work that nobody does yet, for any machine (project_job.h).
typedef struct {
    TreeJob tree;
    ProjectJob job;
} ProjectTask;

// Takes the next task. False if there is none before another one ends. Deterministic: depends on
// the tasks that were taken and ended before.
bool project_take(Project *p, ProjectTask *out);

// Adds what was found to the tree and the log; NULL: nothing was, the task is returned. False if
// the log cannot be written.
bool project_end(Project *p, const ProjectTask *task, Fact *fact, Error *err);

ProjectStatus project_status(Project *p);
bool project_is_proved(const Project *p);

// Does all tasks with threads of this process: works until the goal is proved or hopeless, or it is
// stopped. False if the log cannot be used or written.
bool project_run(const ProjectOptions *options, ProjectStatus *out, Error *err);

// ---- Certificates and strategies (project_proof.c)
//
// A certificate (proof/certificate.h) of what a project has proved, or its strategy: the moves
// alone. The leaves are proved again by the threat prover, this time with written proofs.

typedef struct {
    Tree *tree;
    const Board *start; // NULL: that of the project, or those replies to it that are proved
    bool moves_only;    // the strategy
    int threads;        // default: 1
    StopToken stop;
    void (*on_progress)(void *context, int done, int decisions); // may be NULL
    void *context;
} CertificateOptions;

// Adds the positions that could not be proved again to the tree as FACT_HARD, and lists them in
// `failed` (mem_free), to be logged: then another run of the project searches them. False if there
// are any, if nothing is proved, or if it was stopped.
bool tree_write_certificate(const CertificateOptions *options, Str *out, Fact **failed,
                            int *failed_count, Error *err);

// Reads a strategy, or the moves of a certificate, into a new tree, in which every position with a
// move counts as proved.
bool tree_read_strategy(const char *text, size_t len, Tree *out, Error *err);
