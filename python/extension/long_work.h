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

// The same in the middle of a search, whose helper threads go on meanwhile. Python that is about to
// exit ends a thread as soon as it takes the GIL, and with it the stack that the helpers use: then
// this returns false, and the work ends without a call.
bool long_work_call(LongWork *w);
void long_work_called(LongWork *w);

// For the module: lets Python say when it is about to exit. Negative on error.
int long_work_watch_exit(PyObject *module);

// Takes the GIL back. False, with the exception set, if a signal handler or a callback raised.
bool long_work_end(LongWork *w);
