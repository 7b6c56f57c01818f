// The extension module pentad._pentad: everything the package implements in C.
#include "functions.h"
#include "long_work.h"
#include "types.h"

static int add_type(PyObject *module, const char *name, PyType_Spec *spec) {
    PyObject *type = PyType_FromSpec(spec);
    if (type && PyModule_AddObject(module, name, type) == 0)
        return 0;
    Py_XDECREF(type);
    return -1;
}

static int fill(PyObject *module) {
    if (PyModule_AddFunctions(module, sequences_functions) < 0 ||
        PyModule_AddFunctions(module, classroom_functions) < 0 ||
        PyModule_AddFunctions(module, dialogue_functions) < 0 ||
        PyModule_AddFunctions(module, solving_functions) < 0 ||
        PyModule_AddFunctions(module, record_functions) < 0 ||
        add_type(module, "Game", &game_spec) < 0 ||
        add_type(module, "Controller", &mist_spec) < 0 ||
        add_type(module, "Session", &gtp_spec) < 0 || long_work_watch_exit(module) < 0)
        return -1;
    return PyModule_AddStringConstant(module, "version", PENTAD_VERSION);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, NULL}};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pentad._pentad",
    .m_doc = "What the package pentad computes. Import pentad instead.",
    .m_slots = slots,
};

// Python's headers export it only for C++ and Windows; the build hides unmarked symbols.
__attribute__((visibility("default"))) PyObject *PyInit__pentad(void);

PyObject *PyInit__pentad(void) {
    return PyModuleDef_Init(&definition);
}
