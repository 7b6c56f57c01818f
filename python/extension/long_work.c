#include "long_work.h"

enum { CHECK_MS = 20 };

void long_work_begin(LongWork *w) {
    *w = (LongWork){.thread = pthread_self(), .checked_ms = clock_now_ms()};
    w->state = PyEval_SaveThread();
}

void long_work_pause(LongWork *w) {
    PyEval_RestoreThread(w->state);
}

void long_work_resume(LongWork *w) {
    w->state = PyEval_SaveThread();
}

static void ask_event(LongWork *w) {
    PyObject *answer = PyObject_CallMethod(w->event, "is_set", NULL);
    int is_set = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    w->raised = is_set < 0;
    w->stopped = is_set > 0;
}

static bool check_signals(void *context) {
    LongWork *w = context;
    if (!pthread_equal(w->thread, pthread_self())) // a helper of the search, which stops with it
        return false;
    int64_t now = clock_now_ms();
    if (w->raised || w->stopped || now < w->checked_ms + CHECK_MS)
        return w->raised || w->stopped;
    w->checked_ms = now;
    long_work_pause(w);
    w->raised = PyErr_CheckSignals() < 0;
    if (!w->raised && w->event)
        ask_event(w);
    long_work_resume(w);
    return w->raised || w->stopped;
}

StopToken long_work_stop(LongWork *w) {
    return (StopToken){check_signals, w};
}

bool long_work_end(LongWork *w) {
    long_work_pause(w);
    return !w->raised;
}
