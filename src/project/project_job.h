// Project job: a piece of work on the tree of a project as text, for a worker on any machine, and
// its result with the proofs, so that nobody has to believe it.
//
// A result depends on the job alone and not on what its engines have learned before, so it is the
// same on every machine of the same build. Both texts may come from a database that others can
// write to, and are checked like any input.
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/str.h"
#include "project/project_tree.h"

typedef struct {
    TreeJobKind kind;
    Stone winner;
    Board board;  // canonical, with the winner to move; or a start with the other side to move
    bool is_hard; // JOB_CANDIDATE: FACT_HARD
    Point move;   // JOB_CANDIDATE: tried first, POINT_NONE: the search chooses. JOB_ALL_REPLIES:
                  // the candidate, POINT_NONE: a start with the other side to move
    int value;    // JOB_ALL_REPLIES: of the candidate
    int point_count;
    Point points[REPLIES_MAX]; // JOB_CANDIDATE: earlier candidates. JOB_ALL_REPLIES: replies that
                               // lead to known positions and are left out
} ProjectJob;

// One line of JSON.
void project_job_format(const ProjectJob *job, Str *out);
bool project_job_parse(const char *text, size_t len, ProjectJob *out, Error *err);

// What one thread needs to do jobs.
typedef struct ProjectEngines ProjectEngines;
ProjectEngines *project_engines_new(void);
void project_engines_free(ProjectEngines *e);

// Does a job. `result`: NULL, or gets the result as text. False if it was stopped.
bool project_job_do(const ProjectJob *job, ProjectEngines *engines, StopToken stop, Fact *out,
                    Str *result);

// Reads a result of this job, and replays its proofs: FACT_WON is a proof from the position,
// FACT_ALL one for every reply that is neither open nor left out. FACT_TRY claims nothing but that
// its move is legal. FACT_DONE cannot be proved: the caller has to do the job again.
bool project_job_check(const ProjectJob *job, const char *text, size_t len, StopToken stop,
                       Fact *out, Error *err);
