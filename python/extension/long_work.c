#include "long_work.h"

#include <time.h>

enum { CHECK_MS = 20 };

// ---- The exit of Python

static atomic_int interpreters; // that have the module and are not about to exit
static atomic_int calls;        // of long_work_call, not yet followed by long_work_called
static pthread_t last_thread;   // that of the exit: it can call Python to the end

// Called by atexit. Waits for calls that have begun; a callback that blocks cannot be waited for.
static PyObject *leave(PyObject *self, PyObject *ignored) {
    (void)self, (void)ignored;
    enum { PATIENCE_MS = 1000 };
    last_thread = pthread_self();
    if (atomic_fetch_sub(&interpreters, 1) > 1)
        Py_RETURN_NONE;
    Py_BEGIN_ALLOW_THREADS;
    for (int i = 0; i < PATIENCE_MS && atomic_load(&calls) > 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    Py_END_ALLOW_THREADS;
    Py_RETURN_NONE;
}

int long_work_watch_exit(PyObject *module) {
    static PyMethodDef callback = {"leave", leave, METH_NOARGS, NULL};
    PyObject *function = PyCFunction_New(&callback, module);
    PyObject *at_exit = function ? PyImport_ImportModule("atexit") : NULL;
    PyObject *done = at_exit ? PyObject_CallMethod(at_exit, "register", "O", function) : NULL;
    Py_XDECREF(function);
    Py_XDECREF(at_exit);
    if (!done)
        return -1;
    Py_DECREF(done);
    atomic_fetch_add(&interpreters, 1);
    return 0;
}

// Counted before it looks, so either this sees the exit, or the exit sees this.
bool long_work_call(LongWork *w) {
    atomic_fetch_add(&calls, 1);
    if (atomic_load(&interpreters) > 0 || pthread_equal(w->thread, last_thread)) {
        long_work_pause(w);
        return true;
    }
    atomic_fetch_sub(&calls, 1);
    w->stopped = true;
    return false;
}

void long_work_called(LongWork *w) {
    long_work_resume(w);
    atomic_fetch_sub(&calls, 1);
}

// ---- The work

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
    if (!long_work_call(w))
        return true;
    w->raised = PyErr_CheckSignals() < 0;
    if (!w->raised && w->event)
        ask_event(w);
    long_work_called(w);
    return w->raised || w->stopped;
}

StopToken long_work_stop(LongWork *w) {
    return (StopToken){check_signals, w};
}

bool long_work_end(LongWork *w) {
    long_work_pause(w);
    w->raised = w->raised || PyErr_CheckSignals() < 0; // one that came after the last check
    return !w->raised;
}
