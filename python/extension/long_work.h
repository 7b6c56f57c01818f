// Long work with the GIL released, which Ctrl-C stops: its stop token lets Python run the signal
// handlers, and one that raises (KeyboardInterrupt) ends the work. So does a threading.Event.
#pragma once

#include "bridge.h"

#include "base/clock.h"

#include <pthread.h>

typedef struct {
    PyThreadState *state; // of the caller, while the GIL is released
    pthread_t thread;     // of the caller: only it may call Python
    int64_t checked_ms;
    bool raised;     // a signal handler or a callback did: its exception is set
    bool stopped;    // without an exception: by `event` or a callback
    PyObject *event; // borrowed: stops the work once its is_set() is true; NULL: none
} LongWork;

void long_work_begin(LongWork *w);
StopToken long_work_stop(LongWork *w);

// Around calls of Python in the middle of the work.
void long_work_pause(LongWork *w);
void long_work_resume(LongWork *w);

// Takes the GIL back. False, with the exception set, if a signal handler or a callback raised.
bool long_work_end(LongWork *w);
