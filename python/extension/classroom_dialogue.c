// pentad.classroom.play: the dialogue of protocol/classroom_dialogue.h with Python functions as its
// user. The GIL is held only while these run.
#include "functions.h"
#include "long_work.h"

#include "protocol/classroom_dialogue.h"

#include <string.h>

typedef struct {
    LongWork work;
    PyObject *ask, *say, *notice; // borrowed
} PythonUser;

// Calls a function with a text. An exception leaves the game: it stays set, and so does the
// exception of a signal handler that is set already.
static PyObject *call(PythonUser *u, PyObject *function, const char *text) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *argument = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    PyObject *result =
        argument ? PyObject_CallFunctionObjArgs(function, argument, (PyObject *)NULL) : NULL;
    Py_XDECREF(argument);
    if (type)
        PyErr_Restore(type, value, traceback);
    u->work.raised |= !result;
    return result;
}

static LineResult read_answer(PyObject *answer, size_t limit, Str *line) {
    PyObject *bytes = answer && answer != Py_None ? text_bytes(answer) : NULL;
    if (!bytes)
        return LINE_END;
    size_t len = (size_t)PyBytes_Size(bytes);
    str_clear(line);
    str_add_bytes(line, PyBytes_AsString(bytes), len < limit ? len : limit);
    Py_DECREF(bytes);
    return len > limit ? LINE_TOO_LONG : LINE_READ;
}

static LineResult ask(void *context, const char *prompt, size_t limit, Str *line) {
    PythonUser *u = context;
    long_work_pause(&u->work);
    PyObject *answer = call(u, u->ask, prompt);
    LineResult result = read_answer(answer, limit, line);
    u->work.raised |= PyErr_Occurred() != NULL; // the answer is not a str
    Py_XDECREF(answer);
    long_work_resume(&u->work);
    return result;
}

static bool write_text(PythonUser *u, PyObject *function, const char *text) {
    long_work_pause(&u->work);
    PyObject *result = call(u, function, text);
    bool ok = result || !PyErr_ExceptionMatches(PyExc_OSError);
    Py_XDECREF(result);
    long_work_resume(&u->work);
    return ok;
}

// Any exception leaves the game; an OSError also means that nobody reads what is printed.
static bool say(void *context, const Str *text) {
    PythonUser *u = context;
    return write_text(u, u->say, str_text(text));
}

static void notice(void *context, const char *text) {
    PythonUser *u = context;
    write_text(u, u->notice, text);
}

static PyObject *run_dialogue(PyObject *self, PyObject *args) {
    (void)self;
    PythonUser to = {0};
    int strong1, strong2, at_terminal;
    if (!PyArg_ParseTuple(args, "OOOppp:classroom_dialogue", &to.ask, &to.say, &to.notice, &strong1,
                          &strong2, &at_terminal))
        return NULL;
    ClassroomOptions options = {.is_strong = {[BLACK] = strong1, [WHITE] = strong2},
                                .at_terminal = at_terminal};
    ClassroomUser user = {ask, say, notice, &to, long_work_stop(&to.work)};
    Error err = {0};
    long_work_begin(&to.work);
    bool ok = classroom_run(&options, &user, &err);
    if (!long_work_end(&to.work))
        return NULL;
    if (ok)
        Py_RETURN_NONE;
    raise_error(PyExc_OSError, &err);
    return NULL;
}

PyMethodDef dialogue_functions[] = {
    {"classroom_dialogue", run_dialogue, METH_VARARGS,
     "classroom_dialogue($module, ask, say, notice, strong1, strong2, at_terminal, /)\n--\n\n"
     "Play the classroom game: ask(prompt) returns a line, or None at the end of input; say(text)\n"
     "prints the dialogue, notice(text) the rest. An exception of these keeps the unfinished game\n"
     "and is raised again."},
    {0},
};
