// Game.solve and check_proof, with the GIL released.
#include "functions.h"
#include "game_object.h"

#include "base/mem.h"
#include "player/solve.h"
#include "proof/checker.h"
#include "proof/proof_json.h"

enum { SECONDS_MAX = 1000000 };

typedef struct {
    Board board;
    SolverLimits limits;
    Solution solution;
    Str proof; // as JSON; empty if nothing was proved
} SolveRequest;

static void decide(SolveRequest *request) {
    Proof proof;
    Solver *solver = solver_new();
    request->solution = solver_decide(solver, &request->board, &request->limits, &proof);
    if (proof.node_count > 0)
        proof_write_json(&proof, &request->proof);
    proof_release(&proof);
    solver_free(solver);
}

static const char *outcome_of(const SolveRequest *request) {
    const Solution *s = &request->solution;
    return !s->proved                         ? "unknown"
           : s->winner == EMPTY               ? "draw"
           : s->winner == request->board.turn ? "win"
                                              : "loss";
}

static PyObject *line_to_python(const Solution *s, int size) {
    PyObject *line = PyTuple_New(s->length);
    for (int i = 0; line && i < s->length; i++) {
        PyObject *point = point_to_python(s->line[i], size);
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
    const Solution *s = &request->solution;
    int size = request->board.size;
    PyObject *line = line_to_python(s, size);
    if (!line)
        return NULL;
    PyObject *move = s->move != POINT_NONE ? point_to_python(s->move, size) : nothing();
    PyObject *proof = request->proof.len > 0 ? str_to_python(&request->proof) : nothing();
    if (!move || !proof) {
        Py_DECREF(line);
        Py_XDECREF(move);
        Py_XDECREF(proof);
        return NULL;
    }
    return Py_BuildValue("{s:s,s:N,s:N,s:i,s:O,s:L,s:N}", "outcome", outcome_of(request), "move",
                         move, "line", line, "stones", s->stones, "no_win_by_threats",
                         !s->proved && s->no_threats ? Py_True : Py_False, "nodes",
                         (long long)s->nodes, "proof", proof);
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
    request->limits.ms = (int64_t)(seconds * 1000);
    Py_BEGIN_ALLOW_THREADS;
    decide(request);
    Py_END_ALLOW_THREADS;
    PyObject *answer = answer_to_python(request);
    str_release(&request->proof);
    mem_free(request);
    return answer;
}

static bool check(const char *text, size_t len, Error *err) {
    Proof proof;
    ProofCheck checking = {0};
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
    bool ok;
    if (!PyArg_ParseTuple(args, "y#:check_proof", &text, &len))
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    ok = check(text, (size_t)len, &err);
    Py_END_ALLOW_THREADS;
    if (ok)
        Py_RETURN_NONE;
    raise_error(PyExc_ValueError, &err);
    return NULL;
}

PyMethodDef solving_functions[] = {
    {"check_proof", check_proof, METH_VARARGS,
     "check_proof(text, /)\n--\n\nRaise ValueError if the proof, as JSON in bytes, does not hold."},
    {0},
};
