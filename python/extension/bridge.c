#include "bridge.h"

#include <limits.h>
#include <string.h>

bool raise_error(PyObject *type, const Error *err) {
    PyErr_SetString(type, err->text);
    return false;
}

static int convert_between(PyObject *object, long long min, long long max, long long *out) {
    PyObject *index = PyNumber_Index(object);
    if (!index)
        return 0;
    int overflow;
    *out = PyLong_AsLongLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    if (!overflow && *out >= min && *out <= max)
        return 1;
    PyErr_SetString(PyExc_ValueError, "the number is far too large or too small");
    return 0;
}

int convert_int(PyObject *object, void *out) {
    long long value;
    if (!convert_between(object, INT_MIN, INT_MAX, &value))
        return 0;
    *(int *)out = (int)value;
    return 1;
}

int convert_int64(PyObject *object, void *out) {
    long long value;
    if (!convert_between(object, INT64_MIN, INT64_MAX, &value))
        return 0;
    *(int64_t *)out = value;
    return 1;
}

PyObject *text_bytes(PyObject *text) {
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "expected a str");
        return NULL;
    }
    return PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
}

PyObject *word_bytes(PyObject *text) {
    PyObject *bytes = text_bytes(text);
    if (bytes && text_has_nul(bytes)) {
        PyErr_SetString(PyExc_ValueError, "the text must not contain NUL");
        Py_CLEAR(bytes);
    }
    return bytes;
}

bool text_has_nul(PyObject *bytes) {
    const char *text = PyBytes_AsString(bytes);
    return strlen(text) != (size_t)PyBytes_Size(bytes);
}

PyObject *str_to_python(const Str *s) {
    return PyUnicode_DecodeUTF8(str_text(s), (Py_ssize_t)s->len, "replace");
}
