#include "bridge.h"

#include <limits.h>
#include <string.h>

bool raise_error(PyObject *type, const Error *err) {
    PyErr_SetString(type, err->text);
    return false;
}

int convert_int(PyObject *object, void *out) {
    PyObject *index = PyNumber_Index(object);
    if (!index)
        return 0;
    int overflow;
    long value = PyLong_AsLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    if (overflow || value < INT_MIN || value > INT_MAX) {
        PyErr_SetString(PyExc_ValueError, "the number is far too large or too small");
        return 0;
    }
    *(int *)out = (int)value;
    return 1;
}

PyObject *text_bytes(PyObject *text) {
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "expected a str");
        return NULL;
    }
    return PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
}

bool text_has_nul(PyObject *bytes) {
    const char *text = PyBytes_AsString(bytes);
    return strlen(text) != (size_t)PyBytes_Size(bytes);
}

PyObject *str_to_python(const Str *s) {
    return PyUnicode_DecodeUTF8(str_text(s), (Py_ssize_t)s->len, "replace");
}
