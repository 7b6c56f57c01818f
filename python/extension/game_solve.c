// Game.solve and check_proof, with the GIL released.
#include "functions.h"
#include "game_object.h"
#include "long_work.h"

#include "base/mem.h"
#include "engine/engine.h"
#include "proof/proof.h"

enum { SECONDS_MAX = 1000000 };

typedef struct {
    Board board;
    int64_t ms;
    EngineResult result;
    Str proof; // as JSON; empty if nothing was proved
} SolveRequest;

static void prove(SolveRequest *request, StopToken stop) {
    Engine *engine = engine_new(NULL);
    request->result = engine_run(engine, &(EngineRequest){.kind = REQUEST_PROVE,
                                                          .board = &request->board,
                                                          .budget.ms = request->ms,
                                                          .stop = stop});
    if (request->result.proof.node_count > 0)
        proof_write_json(&request->result.proof, &request->proof);
    engine_result_release(&request->result);
    engine_free(engine);
}

static PyObject *line_to_python(const EngineLine *found, int size) {
    PyObject *line = PyTuple_New(found->length);
    for (int i = 0; line && i < found->length; i++) {
        PyObject *point = point_to_python(found->moves[i], size);
        if (!point || PyTuple_SetItem(line, i, point) < 0) {
            Py_CLEAR(line);
            break;
        }
    }
    return line;
}

static PyObject *nothing(void) {
    Py_RETURN_NONE;
}

static PyObject *answer_to_python(const SolveRequest *request) {
    const EngineResult *r = &request->result;
    int size = request->board.size;
    Point best = r->lines[0].move;
    PyObject *line = line_to_python(&r->lines[0], size);
    if (!line)
        return NULL;
    PyObject *move = best != POINT_NONE ? point_to_python(best, size) : nothing();
    PyObject *proof = request->proof.len > 0 ? str_to_python(&request->proof) : nothing();
    if (!move || !proof) {
        Py_DECREF(line);
        Py_XDECREF(move);
        Py_XDECREF(proof);
        return NULL;
    }
    bool no_threat_win = r->outcome == OUTCOME_UNKNOWN && r->no_threat_win;
    return Py_BuildValue("{s:s,s:N,s:N,s:i,s:O,s:L,s:N}", "outcome", outcome_name(r->outcome),
                         "move", move, "line", line, "stones", r->stones, "no_win_by_threats",
                         no_threat_win ? Py_True : Py_False, "nodes", (long long)r->nodes, "proof",
                         proof);
}

PyObject *game_solve(PyObject *self, PyObject *args, PyObject *kwargs) {
    static const char *const names[] = {"seconds", NULL};
    const Game *g = game_of(self);
    double seconds = 10;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|d:solve", (char **)names, &seconds))
        return NULL;
    if (!(seconds >= 0.001 && seconds <= SECONDS_MAX)) { // also rejects NaN
        PyErr_Format(PyExc_ValueError, "seconds must be from 0.001 to %d", SECONDS_MAX);
        return NULL;
    }
    if (game_result(g).reason != END_NONE) {
        PyErr_SetString(PyExc_ValueError, "the game is over: there is nothing to solve");
        return NULL;
    }
    SolveRequest *request = mem_alloc(sizeof *request);
    request->board = g->board;
    request->ms = (int64_t)(seconds * 1000);
    LongWork work;
    long_work_begin(&work);
    prove(request, long_work_stop(&work));
    PyObject *answer = long_work_end(&work) ? answer_to_python(request) : NULL;
    str_release(&request->proof);
    mem_free(request);
    return answer;
}

static bool check(const char *text, size_t len, StopToken stop, Error *err) {
    Proof proof;
    ProofCheck checking = {.stop = stop};
    if (!proof_read_json(text, len, &proof, err))
        return false;
    bool ok = proof_check(&proof, &checking, err);
    proof_release(&proof);
    return ok;
}

static PyObject *check_proof(PyObject *self, PyObject *args) {
    (void)self;
    const char *text;
    Py_ssize_t len;
    Error err = {0};
    LongWork work;
    if (!PyArg_ParseTuple(args, "y#:check_proof", &text, &len))
        return NULL;
    long_work_begin(&work);
    bool ok = check(text, (size_t)len, long_work_stop(&work), &err);
    if (!long_work_end(&work))
        return NULL;
    if (ok)
        Py_RETURN_NONE;
    raise_error(PyExc_ValueError, &err);
    return NULL;
}

PyMethodDef solving_functions[] = {
    {"check_proof", check_proof, METH_VARARGS,
     "check_proof(text, /)\n--\n\n"
     "Raise ValueError if the proof, as JSON in bytes, does not hold. Ctrl-C interrupts it."},
    {0},
};
