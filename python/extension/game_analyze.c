// Game.analyze: the best lines, with the GIL released; a callback, an event or a signal stops it.
#include "game_object.h"
#include "long_work.h"

#include "base/mem.h"
#include "core/notation.h"
#include "engine/engine.h"

enum { SECONDS_MAX = 1000000 };

typedef struct {
    Board board;
    EngineRequest request;
    EngineResult result;
    Str net;        // as in EngineOptions; empty: the default
    char *net_name; // of `result`
    Error err;
    LongWork work;
    PyObject *make;        // pentad.analysis._analysis, which makes an Analysis
    PyObject *on_progress; // NULL: none
} AnalyzeWork;

// (value, win_rate, depth, moves) of a line.
static PyObject *line_to_python(const EngineLine *found, int size) {
    PyObject *moves = PyTuple_New(found->length);
    for (int i = 0; moves && i < found->length; i++) {
        PyObject *point = point_to_python(found->moves[i], size);
        if (!point || PyTuple_SetItem(moves, i, point) < 0)
            Py_CLEAR(moves);
    }
    if (!moves)
        return NULL;
    return Py_BuildValue("idiN", found->value, engine_win_rate(found->value), found->depth, moves);
}

// Calls _analysis(lines, nodes, seconds, net).
static PyObject *result_to_python(const AnalyzeWork *w, const EngineResult *r) {
    PyObject *lines = PyList_New(0);
    for (int i = 0; lines && i < r->line_count; i++) {
        PyObject *line = line_to_python(&r->lines[i], w->board.size);
        if (!line || PyList_Append(lines, line) < 0)
            Py_CLEAR(lines);
        Py_XDECREF(line);
    }
    if (!lines)
        return NULL;
    return PyObject_CallFunction(w->make, "NLds", lines, (long long)r->nodes, (double)r->ms / 1000,
                                 r->net_name);
}

// A true result stops the search; an exception does too, and is raised.
static void send_progress(void *context, const EngineResult *so_far) {
    AnalyzeWork *w = context;
    if (w->work.raised)
        return;
    long_work_pause(&w->work);
    PyObject *analysis = result_to_python(w, so_far);
    PyObject *answer =
        analysis ? PyObject_CallFunctionObjArgs(w->on_progress, analysis, NULL) : NULL;
    int stop = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(analysis);
    Py_XDECREF(answer);
    w->work.raised = stop < 0;
    w->work.stopped |= stop > 0;
    long_work_resume(&w->work);
}

// A point where the side to move may play.
static bool parse_point(PyObject *text, const Board *b, Point *out) {
    PyObject *bytes = text_bytes(text);
    if (!bytes)
        return false;
    Error err = {0};
    Board after = *b;
    if (point_parse(PyBytes_AsString(bytes), NOTATION_POS, b->size, out, &err)) {
        PlayResult played = board_play(&after, *out);
        if (played != PLAY_OK)
            error_set(&err, "%s: %s", PyBytes_AsString(bytes), play_result_text(played));
    }
    Py_DECREF(bytes);
    return !*err.text || raise_error(PyExc_ValueError, &err);
}

static bool parse_points(PyObject *list, const Board *b, Point points[static POINT_COUNT],
                         int *count) {
    PyObject *items = PySequence_List(list);
    bool ok = items != NULL;
    for (*count = 0; ok && *count < POINT_COUNT && *count < (int)PyList_Size(items); ++*count)
        ok = parse_point(PyList_GetItem(items, *count), b, &points[*count]);
    Py_XDECREF(items);
    return ok;
}

static bool is_between(int n, int least, int most, const char *name) {
    if (n >= least && n <= most)
        return true;
    PyErr_Format(PyExc_ValueError, "%s must be from %d to %d", name, least, most);
    return false;
}

static void run(AnalyzeWork *w) {
    Engine *engine = engine_new(&(EngineOptions){.net = w->net.len > 0 ? w->net.data : NULL});
    if (engine_prepare(engine, w->board.rules, &w->err)) {
        w->result = engine_run(engine, &w->request);
        w->result.net_name = w->net_name = mem_copy_text(w->result.net_name); // the engine's
    }
    engine_free(engine);
}

static PyObject *work_on(AnalyzeWork *w, PyObject *stop) {
    w->request.board = &w->board;
    if (w->on_progress) {
        w->request.on_progress = send_progress;
        w->request.progress_context = w;
    }
    long_work_begin(&w->work);
    w->work.event = stop;
    w->request.stop = long_work_stop(&w->work);
    run(w);
    PyObject *answer = NULL;
    if (long_work_end(&w->work)) {
        if (*w->err.text)
            raise_error(PyExc_ValueError, &w->err);
        else
            answer = result_to_python(w, &w->result);
    }
    mem_free(w->net_name);
    str_release(&w->net);
    return answer;
}

PyObject *game_analyze(PyObject *self, PyObject *args, PyObject *kwargs) {
    static const char *const names[] = {"seconds", "lines", "threads", "nodes",       "depth",
                                        "moves",   "net",   "stop",    "on_progress", NULL};
    const Game *g = game_of(self);
    double seconds = 2;
    int lines = 1, threads = 1, depth = 0;
    long long nodes = 0;
    PyObject *moves = Py_None, *stop = Py_None, *on_progress = Py_None;
    const char *net = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|d$O&O&LO&OzOO:analyze", (char **)names,
                                     &seconds, convert_int, &lines, convert_int, &threads, &nodes,
                                     convert_int, &depth, &moves, &net, &stop, &on_progress))
        return NULL;
    if (!(seconds >= 0.001 && seconds <= SECONDS_MAX)) { // also rejects NaN
        PyErr_Format(PyExc_ValueError, "seconds must be from 0.001 to %d", SECONDS_MAX);
        return NULL;
    }
    if (!is_between(lines, 1, ENGINE_LINES_MAX, "lines") ||
        !is_between(threads, 1, ENGINE_THREADS_MAX, "threads") ||
        !is_between(depth, 0, 1000, "depth"))
        return NULL;
    if (nodes < 0) {
        PyErr_SetString(PyExc_ValueError, "nodes must be 0 or more");
        return NULL;
    }
    if (game_result(g).reason != END_NONE) {
        PyErr_SetString(PyExc_ValueError, "the game is over: there is nothing to analyze");
        return NULL;
    }
    Point allowed[POINT_COUNT];
    int allowed_count = 0;
    if (moves != Py_None && !parse_points(moves, &g->board, allowed, &allowed_count))
        return NULL;
    PyObject *module = PyImport_ImportModule("pentad.analysis");
    PyObject *make = module ? PyObject_GetAttrString(module, "_analysis") : NULL;
    Py_XDECREF(module);
    if (!make)
        return NULL;
    AnalyzeWork *w = mem_alloc(sizeof *w);
    w->board = g->board;
    w->make = make;
    w->on_progress = on_progress != Py_None ? on_progress : NULL;
    str_add_text(&w->net, net ? net : "");
    w->request = (EngineRequest){
        .budget = {.ms = (int64_t)(seconds * 1000), .nodes = nodes, .depth = depth},
        .threads = threads,
        .line_count = lines,
        .allowed = allowed,
        .allowed_count = allowed_count,
    };
    PyObject *answer = work_on(w, stop != Py_None ? stop : NULL);
    mem_free(w);
    Py_DECREF(make);
    return answer;
}
