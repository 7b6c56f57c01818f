// pentad.mist.Controller: the controller of Gomoku in the Mist, one line at a time.
#include "types.h"

#include "protocol/mist_session.h"

#include <string.h>

typedef struct {
    PyObject_HEAD GameSession session;
    MistStatus status;
} Controller;

static PyObject *new_controller(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static const char *const names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, ":Controller", (char **)names))
        return NULL;
    PyObject *self = object_new(type);
    if (self)
        mist_session_init(&((Controller *)self)->session);
    return self;
}

// The length of the line without its newline. False if there are several lines.
static bool cut_newline(PyObject *bytes, size_t *len) {
    const char *text = PyBytes_AsString(bytes);
    *len = (size_t)PyBytes_Size(bytes);
    if (*len > 0 && text[*len - 1] == '\n')
        (*len)--;
    if (!memchr(text, '\n', *len))
        return true;
    PyErr_SetString(PyExc_ValueError, "a command is one line, but this text has several");
    return false;
}

static PyObject *answer(Controller *c, PyObject *bytes) {
    size_t len;
    if (!cut_newline(bytes, &len))
        return NULL;
    Str reply = {0};
    c->status = mist_session_answer(&c->session, PyBytes_AsString(bytes), len, &reply);
    PyObject *text = str_to_python(&reply);
    str_release(&reply);
    return text;
}

static PyObject *command(PyObject *self, PyObject *line) {
    Controller *c = (Controller *)self;
    if (c->status != MIST_RUNNING) {
        PyErr_SetString(PyExc_ValueError, "the game is over: no more commands are read");
        return NULL;
    }
    PyObject *bytes = text_bytes(line);
    PyObject *text = bytes ? answer(c, bytes) : NULL;
    Py_XDECREF(bytes);
    return text;
}

static PyObject *get_finished(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(((Controller *)self)->status != MIST_RUNNING);
}

static PyObject *get_exit_status(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromLong(((Controller *)self)->status == MIST_TERMINATED);
}

static PyMethodDef methods[] = {
    {"command", command, METH_O,
     "command($self, line, /)\n--\n\n"
     "Answer one line and return what the controller prints for it, newlines included; '' if it\n"
     "prints nothing.\n\n"
     "Raises TypeError if line is not a str, ValueError if it is more than one line or the game is "
     "over."},
    {0},
};

static PyGetSetDef views[] = {
    {"finished", get_finished, NULL, "True after the end of the game or `term`.", NULL},
    {"exit_status", get_exit_status, NULL,
     "What the program would exit with: 1 after `term`, else 0.", NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (char *)"Controller()\n--\n\nThe controller of a new game in the mist."},
    {Py_tp_new, new_controller},
    {Py_tp_dealloc, object_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, views},
    {0, NULL},
};

PyType_Spec mist_spec = {
    .name = "pentad.mist.Controller",
    .basicsize = sizeof(Controller),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};
