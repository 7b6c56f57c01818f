// pentad.gtp.Session: a GTP session, one line at a time.
#include "long_work.h"
#include "types.h"

#include "protocol/gtp.h"

#include <string.h>

typedef struct {
    PyObject_HEAD Gtp *gtp;
    bool finished;
    bool busy; // a command is running with the GIL released
} Session;

static PyObject *new_session(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static const char *const names[] = {"player", "profile", NULL};
    const char *player = "random", *profile = "course";
    GtpOptions options = {0};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|ss:Session", (char **)names, &player,
                                     &profile))
        return NULL;
    options.player = player;
    Error err = {0};
    Gtp *gtp = gtp_profile_find(profile, &options.profile, &err) ? gtp_new(&options, &err) : NULL;
    if (!gtp) {
        raise_error(PyExc_ValueError, &err);
        return NULL;
    }
    PyObject *self = object_new(type);
    if (self)
        ((Session *)self)->gtp = gtp;
    else
        gtp_free(gtp);
    return self;
}

static void free_session(PyObject *self) {
    gtp_free(((Session *)self)->gtp);
    object_free(self);
}

static bool check_line(const Session *s, PyObject *bytes) {
    const char *text = PyBytes_AsString(bytes);
    const char *newline = strchr(text, '\n');
    if (s->busy)
        PyErr_SetString(PyExc_RuntimeError,
                        "another thread is waiting for an answer of this session");
    else if (s->finished)
        PyErr_SetString(PyExc_ValueError, "the session is over: quit was sent");
    else if (text_has_nul(bytes))
        PyErr_SetString(PyExc_ValueError, "a command must not contain NUL");
    else if (newline && newline[1])
        PyErr_SetString(PyExc_ValueError, "a command is one line, but this text has several");
    else
        return true;
    return false;
}

static PyObject *answer(Session *s, PyObject *bytes) {
    Str reply = {0};
    const char *line = PyBytes_AsString(bytes);
    size_t len = (size_t)PyBytes_Size(bytes);
    LongWork work;
    s->busy = true;
    long_work_begin(&work);
    gtp_set_stop(s->gtp, long_work_stop(&work));
    bool over = !gtp_answer(s->gtp, line, len, &reply);
    gtp_set_stop(s->gtp, (StopToken){0});
    bool ok = long_work_end(&work);
    s->busy = false;
    s->finished = over;
    PyObject *text = ok ? str_to_python(&reply) : NULL;
    str_release(&reply);
    return text;
}

static PyObject *command(PyObject *self, PyObject *line) {
    Session *s = (Session *)self;
    PyObject *bytes = text_bytes(line);
    PyObject *text = bytes && check_line(s, bytes) ? answer(s, bytes) : NULL;
    Py_XDECREF(bytes);
    return text;
}

static PyObject *get_finished(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(((Session *)self)->finished);
}

static PyMethodDef methods[] = {
    {"command", command, METH_O,
     "command($self, line, /)\n--\n\n"
     "Answer one line and return the whole reply with the empty line that ends it; '' if the line\n"
     "holds no command. Ctrl-C interrupts a search, and then no move is played.\n\n"
     "Raises TypeError if line is not a str, ValueError if it is more than one line or the "
     "session\n"
     "has ended, RuntimeError if another thread is waiting for an answer of the same session."},
    {0},
};

static PyGetSetDef views[] = {
    {"finished", get_finished, NULL, "True after `quit`.", NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (char *)"Session(player='random', profile='course')\n--\n\n"
                        "A GTP session; by default the course's random player.\n\n"
                        "player: as for Game.best_move; profile: 'course', or 'gogui' for GoGui "
                        "and other programs.\n"
                        "Raises ValueError if there is no such player or profile."},
    {Py_tp_new, new_session},
    {Py_tp_dealloc, free_session},
    {Py_tp_methods, methods},
    {Py_tp_getset, views},
    {0, NULL},
};

PyType_Spec gtp_spec = {
    .name = "pentad.gtp.Session",
    .basicsize = sizeof(Session),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};
