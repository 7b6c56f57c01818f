#include "player/solve.h"

#include "base/mem.h"
#include "base/util.h"
#include "engine/engine.h"

#include <string.h>

struct Solver {
    Engine *engine; // NULL until the first call
};

Solver *solver_new(void) {
    return mem_alloc(sizeof(Solver));
}

void solver_free(Solver *s) {
    if (!s)
        return;
    engine_free(s->engine);
    mem_free(s);
}

void solver_forget(Solver *s) {
    if (s->engine)
        engine_forget(s->engine);
}

static Engine *engine_for_rules(Solver *s, const Rules *rules) {
    return s->engine = engine_for(s->engine, rules);
}

static EngineLimits engine_limits(const SolverLimits *limits) {
    return (EngineLimits){
        .ms = limits->ms,
        .nodes = limits->nodes,
        .stop = limits->stop,
    };
}

Solution solver_decide(Solver *s, const Board *b, const SolverLimits *limits, Proof *proof) {
    EngineLimits search = engine_limits(limits);
    EngineProof found = engine_prove(engine_for_rules(s, b->rules), b, &search, proof);
    Stone own = b->turn;
    Solution solution = {
        .proved = found.outcome != SOLVED_UNKNOWN,
        .winner = found.outcome == SOLVED_WIN    ? own
                  : found.outcome == SOLVED_LOSS ? stone_other(own)
                                                 : EMPTY,
        .move = found.move,
        .no_threats = found.no_threats,
        .stones = found.stones,
        .length = int_min(found.length, SOLVER_LINE_MAX),
        .nodes = found.nodes,
    };
    memcpy(solution.line, found.line, (size_t)solution.length * sizeof solution.line[0]);
    return solution;
}

Solution solver_prove(Solver *s, const Board *b, int64_t ms) {
    Proof ignored;
    Solution solution = solver_decide(s, b, &(SolverLimits){.ms = ms}, &ignored);
    proof_release(&ignored);
    return solution;
}

int solver_line(Solver *s, const Board *b, int64_t ms, Point line[static SOLVER_LINE_MAX]) {
    EngineAnswer answer = engine_think(engine_for_rules(s, b->rules), b, &(EngineLimits){.ms = ms});
    const EngineLine *best = &answer.lines[0];
    if (best->move == POINT_PASS)
        return 0;
    int count = int_min(best->length, SOLVER_LINE_MAX);
    memcpy(line, best->moves, (size_t)count * sizeof line[0]);
    return count;
}

Threats solver_threats(Solver *s, const Board *b, Stone attacker, const SolverLimits *limits,
                       Proof *proof) {
    static const Threats outcomes[] = {
        [ATTACK_UNKNOWN] = THREATS_UNDECIDED,
        [ATTACK_WINS] = THREATS_WIN,
        [ATTACK_FAILS] = THREATS_FAIL,
    };
    EngineLimits search = engine_limits(limits);
    return outcomes[engine_attack(engine_for_rules(s, b->rules), b, attacker, &search, proof)
                        .outcome];
}
