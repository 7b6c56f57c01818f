// Remote workers: `pentad worker` processes on any machine, which take level moves and analyses as
// jobs (store/jobs.h). A job has what a worker process here would get, one line (games/worker.h).
//
// A thread with a connection of its own talks to the database, so the event loop never waits for
// it. Whatever happens to a task there, it ends with one event; the worker pool decides what is
// next.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct RemoteWorkers RemoteWorkers;
typedef struct uv_loop_s uv_loop_t;

typedef enum { REMOTE_MOVE, REMOTE_ANALYSIS, REMOTE_KINDS } RemoteKind;

// `build` is that of this program, which a worker must have. `on_events` is called on the loop when
// there are events.
RemoteWorkers *remote_workers_new(uv_loop_t *loop, const char *database, const char *build,
                                  void (*on_events)(void *context), void *context);

// Deletes the tasks that are left; run the loop once more afterwards. Nothing happens after it.
void remote_workers_stop(RemoteWorkers *r);
void remote_workers_free(RemoteWorkers *r);

// How many threads of workers that were seen lately take that kind; 0 without a connection.
int remote_workers_threads(RemoteWorkers *r, RemoteKind kind);

typedef struct {
    int number; // unique
    RemoteKind kind;
    char owner[32]; // owners share the workers fairly
    Str text;       // the line; taken over
    int64_t ms;     // how long it may think
} RemoteTask;

void remote_workers_post(RemoteWorkers *r, const RemoteTask *task);
void remote_workers_cancel(RemoteWorkers *r, int number); // it still ends with an event

typedef enum {
    REMOTE_SO_FAR,      // a result so far; more will follow
    REMOTE_ANSWER,      // its answer
    REMOTE_RETURNED,    // nobody has tried: it was not taken in time, canceled, or the database is
                        // away
    REMOTE_FAILED,      // a worker has tried; `text` says what went wrong
    REMOTE_LOST,        // of no task: the database, or the queue, cannot be used; `text` says why
    REMOTE_CONNECTED,   // of no task: it can, again
    REMOTE_OTHER_BUILD, // of no task: there are workers of another build, which get no tasks;
                        // `text` says how it differs
} RemoteEventKind;

typedef struct {
    int number;
    RemoteEventKind kind;
    Str text; // caller releases
} RemoteEvent;

bool remote_workers_next(RemoteWorkers *r, RemoteEvent *out); // false: no more events
