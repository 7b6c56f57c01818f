// Threads: starting them with all signals blocked; ordered parallel jobs.
#pragma once

#include "base/error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

// All signals are blocked in the new thread, so the calling one handles them. False if the system
// refuses to start another thread.
bool thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument);

// The number of processors; below 1 if it is unknown.
int thread_processors(void);

// Numbered jobs on worker threads. Their results are reported in the calling thread in the order of
// the numbers, so that the output does not depend on which job finished first.
typedef struct {
    int threads;
    int first, count;  // the jobs are `first` to `count` - 1
    atomic_bool *stop; // set when stopping, so that running jobs give up; they are not reported
    void *context;
    // Called in any order, on thread number `worker`. Returns the result, allocated by mem_alloc.
    void *(*run)(void *context, int worker, int job);
    // Returns false to stop. The result is freed afterwards.
    bool (*report)(void *context, int job, const void *result);
    // Called regularly while waiting. Returns false to stop.
    bool (*waiting)(void *context);
    bool reports_rest; // when stopped, also report finished jobs that come after an unfinished one
} OrderedJobs;

// False if no thread can be started.
bool ordered_jobs_run(const OrderedJobs *jobs, Error *err);
