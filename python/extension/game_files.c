// Game.load and Game.save: OSError for system errors, ValueError for an invalid file or game.
#include "game_object.h"

#include "base/file.h"
#include "record/format.h"
#include "record/game_in_tree.h"

#include <errno.h>
#include <string.h>

// From the errno Python derives FileNotFoundError, PermissionError and so on. Without one it is a
// refusal of ours, such as a file that is too large.
static bool raise_system_error(const char *name, const Error *err, int number) {
    PyObject *path = number ? PyUnicode_DecodeFSDefault(name) : NULL;
    if (!path)
        return !number && raise_error(PyExc_OSError, err);
    errno = number;
    PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, path);
    Py_DECREF(path);
    return false;
}

typedef struct {
    PyObject *path;   // as it was given; borrowed
    PyObject *bytes;  // owned; `name` points into it
    const char *name; // "-" is a file here, not standard input
    const Format *format;
} FileArgs;

static bool parse_args(PyObject *args, PyObject *kwargs, const char *types, FileArgs *out) {
    static const char *const names[] = {"path", "format", NULL};
    const char *format = NULL;
    *out = (FileArgs){0};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, types, (char **)names, &out->path, &format) ||
        !PyUnicode_FSConverter(out->path, &out->bytes))
        return false;
    const char *path = PyBytes_AsString(out->bytes);
    out->name = strcmp(path, "-") ? path : "./-";
    Error err = {0};
    out->format = format ? format_find(format, &err) : format_for_path(path, &err);
    if (out->format)
        return true;
    Py_CLEAR(out->bytes);
    return raise_error(PyExc_ValueError, &err);
}

// As bytes. Python reads, so that Ctrl-C works while a pipe has nothing.
static PyObject *read_file(const FileArgs *from) {
    PyObject *module = PyImport_ImportModule("pentad.records");
    PyObject *bytes = module ? PyObject_CallMethod(module, "_read", "On", from->path,
                                                   (Py_ssize_t)FILE_SIZE_LIMIT + 1)
                             : NULL;
    Py_XDECREF(module);
    if (bytes && PyBytes_Size(bytes) > FILE_SIZE_LIMIT) {
        PyErr_Format(PyExc_OSError, "%s: larger than %d MiB", from->name, FILE_SIZE_LIMIT >> 20);
        Py_CLEAR(bytes);
    }
    return bytes;
}

static Record *read_record(const FileArgs *from) {
    Error err = {0};
    PyObject *bytes = NULL;
    Record *r = NULL;
    if (!from->format->read) {
        error_set(&err, "format %s can be written but not read", from->format->name);
        error_prefix(&err, from->name);
        raise_error(PyExc_ValueError, &err);
    } else if ((bytes = read_file(from))) {
        r = from->format->read(PyBytes_AsString(bytes), (size_t)PyBytes_Size(bytes),
                               &(ReadOptions){0}, &err);
        if (!r) {
            error_prefix(&err, from->name);
            raise_error(PyExc_ValueError, &err);
        }
    }
    Py_XDECREF(bytes);
    return r;
}

bool warn_of_notes(const Str *notes) {
    if (notes->len == 0)
        return true;
    Str lines = {0};
    str_add_bytes(&lines, notes->data, notes->len - 1); // without the newline of the last
    bool ok = PyErr_WarnEx(PyExc_UserWarning, str_text(&lines), 1) == 0;
    str_release(&lines);
    return ok;
}

static bool replay(const Record *r, const char *name, Game *out) {
    Error err = {0};
    if (record_replay(r, record_last(r), out, &err))
        return true;
    error_prefix(&err, name);
    return raise_error(PyExc_ValueError, &err);
}

PyObject *game_load(PyObject *type, PyObject *args, PyObject *kwargs) {
    FileArgs from;
    if (!parse_args(args, kwargs, "O|z:load", &from))
        return NULL;
    Record *r = read_record(&from);
    PyObject *self = r && warn_of_notes(&r->notes) ? object_new((PyTypeObject *)type) : NULL;
    if (self && !replay(r, from.name, game_of(self)))
        Py_CLEAR(self);
    record_free(r);
    Py_DECREF(from.bytes);
    return self;
}

static bool write_record(const Record *r, const FileArgs *to, Str *text) {
    Error err = {0};
    if (to->format->write(r, &(WriteOptions){.notation = NOTATION_POS}, text, &err))
        return true;
    error_prefix(&err, to->name);
    return raise_error(PyExc_ValueError, &err);
}

static bool write_file(const char *name, const Str *text) {
    Error err = {0};
    bool ok;
    int number;
    Py_BEGIN_ALLOW_THREADS;
    errno = 0;
    ok = file_write(name, str_text(text), text->len, &err);
    number = errno;
    Py_END_ALLOW_THREADS;
    return ok || raise_system_error(name, &err, number);
}

PyObject *game_save(PyObject *self, PyObject *args, PyObject *kwargs) {
    FileArgs to;
    if (!parse_args(args, kwargs, "O|z:save", &to))
        return NULL;
    Record *r = record_from_game(game_of(self));
    Str text = {0};
    bool ok = write_record(r, &to, &text) && write_file(to.name, &text);
    str_release(&text);
    record_free(r);
    Py_DECREF(to.bytes);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}
