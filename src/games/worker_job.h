// A worker command (games/worker.h) as a job for another machine: its payload is the line that a
// worker process would get, its result the line that it would answer.
//
// Both may come from a database that others can write to, and are checked like any input: a command
// opens no file and starts no program.
#pragma once

#include "base/error.h"

#include <stddef.h>

enum { WORKER_ANSWER_MAX = 16384 }; // bytes of an answer

// Kinds of jobs (store/jobs.h).
#define JOB_KIND_MOVE "move"         // `think` or `mist`, by a level
#define JOB_KIND_ANALYSIS "analysis" // `analyze` or `prove`

// Whether the text is a command of that kind. The rest is checked when it is carried out.
bool worker_job_check(const char *kind, const char *command, Error *err);

// Whether the text is a line that a worker could have answered.
bool worker_job_check_answer(const char *answer, Error *err);
