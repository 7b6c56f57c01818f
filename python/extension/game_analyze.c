// Game.analyze: the best lines, with the GIL released; a callback, an event or a signal stops it.
#include "game_object.h"
#include "long_work.h"

#include "base/mem.h"
#include "core/notation.h"
#include "engine/engine.h"

#include <string.h>

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
    // The net's name is a part of a path, in any bytes.
    PyObject *net = PyUnicode_DecodeUTF8(r->net_name, (Py_ssize_t)strlen(r->net_name), "replace");
    return PyObject_CallFunction(w->make, "NLdN", lines, (long long)r->nodes, (double)r->ms / 1000,
                                 net);
}

// A true result stops the search; an exception does too, and is raised.
static void send_progress(void *context, const EngineResult *so_far) {
    AnalyzeWork *w = context;
    if (w->work.raised || !long_work_call(&w->work))
        return;
    PyObject *analysis = result_to_python(w, so_far);
    PyObject *answer =
        analysis ? PyObject_CallFunctionObjArgs(w->on_progress, analysis, NULL) : NULL;
    int stop = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(analysis);
    Py_XDECREF(answer);
    w->work.raised = stop < 0;
    w->work.stopped |= stop > 0;
    long_work_called(&w->work);
}

// Points where the side to move may play, each once. To the engine no points are all points, so an
// empty text is an error.
static bool parse_points(const char *text, const Board *b, Point points[static POINT_COUNT],
                         int *count) {
    Point given[POINT_COUNT];
    int given_count = 0;
    Error err = {0};
    *count = 0;
    if (points_parse(text, b->size, POINT_COUNT, given, &given_count, &err) && given_count == 0)
        error_set(&err, "moves is empty: there is nothing to analyze");
    for (int i = 0; i < given_count && !*err.text; i++) {
        Board after = *b;
        PlayResult played = board_play(&after, given[i]);
        if (played != PLAY_OK)
            error_set(&err, "%s: %s", move_text(given[i], b->size).text, play_result_text(played));
        else if (!points_have(points, *count, given[i]))
            points[(*count)++] = given[i];
    }
    return !*err.text || raise_error(PyExc_ValueError, &err);
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
    int64_t nodes = 0;
    PyObject *moves = Py_None, *net = Py_None, *stop = Py_None, *on_progress = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|d$O&O&O&O&OOOO:analyze", (char **)names,
                                     &seconds, convert_int, &lines, convert_int, &threads,
                                     convert_int64, &nodes, convert_int, &depth, &moves, &net,
                                     &stop, &on_progress))
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
    // Python code may run here, and change the game.
    PyObject *module = PyImport_ImportModule("pentad.analysis");
    PyObject *make = module ? PyObject_GetAttrString(module, "_analysis") : NULL;
    PyObject *moves_text = NULL, *net_path = NULL;
    Point allowed[POINT_COUNT];
    int allowed_count = 0;
    bool ok = make && (moves == Py_None || (moves_text = points_bytes(moves))) &&
              (net == Py_None || PyUnicode_FSConverter(net, &net_path));
    if (ok && game_result(g).reason != END_NONE) {
        PyErr_SetString(PyExc_ValueError, "the game is over: there is nothing to analyze");
        ok = false;
    }
    ok = ok && (!moves_text ||
                parse_points(PyBytes_AsString(moves_text), &g->board, allowed, &allowed_count));
    Py_XDECREF(module);
    Py_XDECREF(moves_text);
    if (!ok) {
        Py_XDECREF(make);
        Py_XDECREF(net_path);
        return NULL;
    }
    AnalyzeWork *w = mem_alloc(sizeof *w);
    w->board = g->board;
    w->make = make;
    w->on_progress = on_progress != Py_None ? on_progress : NULL;
    str_add_text(&w->net, net_path ? PyBytes_AsString(net_path) : "");
    Py_XDECREF(net_path);
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
