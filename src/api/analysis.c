// C API: engine analysis and proofs (pentad_engine_*, pentad_proof_check).
#include "api/api_internal.h"

#include "base/mem.h"
#include "engine/engine.h"
#include "proof/checker.h"
#include "proof/proof_json.h"

#include <string.h>

struct PentadEngine {
    Engine *engine; // NULL until the first call, which sets the rules
    Str proof;      // of the last pentad_engine_solve, as JSON; empty if nothing was proved
};

PentadEngine *pentad_engine_new(void) {
    return mem_alloc(sizeof(PentadEngine));
}

void pentad_engine_free(PentadEngine *engine) {
    if (!engine)
        return;
    engine_free(engine->engine);
    str_release(&engine->proof);
    mem_free(engine);
}

static Engine *engine_for_rules(PentadEngine *engine, const Rules *rules) {
    return engine->engine = engine_for(engine->engine, rules);
}

static bool check_arguments(const PentadEngine *engine, const PentadGame *game,
                            int64_t milliseconds, const void *result, PentadError *error) {
    if (!engine || !result)
        return api_error_set(error, "no engine or no place for the result is given");
    if (milliseconds <= 0)
        return api_error_set(error, "the time to think must be more than 0 milliseconds");
    return api_has_running_game(game, error);
}

bool pentad_engine_analyse(PentadEngine *engine, const PentadGame *game, int64_t milliseconds,
                           PentadAnalysis *analysis, PentadError *error) {
    if (!check_arguments(engine, game, milliseconds, analysis, error))
        return false;
    const Board *b = &game->game.board;
    EngineAnswer answer =
        engine_think(engine_for_rules(engine, b->rules), b, &(EngineLimits){.ms = milliseconds});
    const EngineLine *best = &answer.lines[0];
    *analysis = (PentadAnalysis){
        .value = best->value, .depth = best->depth, .nodes = answer.nodes, .length = best->length};
    for (int i = 0; i < best->length; i++)
        analysis->line[i] = api_point(best->moves[i]);
    return true;
}

static const PentadOutcome outcomes[] = {
    [SOLVED_UNKNOWN] = PENTAD_UNKNOWN,
    [SOLVED_WIN] = PENTAD_WIN,
    [SOLVED_LOSS] = PENTAD_LOSS,
    [SOLVED_DRAW] = PENTAD_DRAW,
};

bool pentad_engine_solve(PentadEngine *engine, const PentadGame *game, int64_t milliseconds,
                         PentadProof *proof, PentadError *error) {
    if (!check_arguments(engine, game, milliseconds, proof, error))
        return false;
    const Board *b = &game->game.board;
    Proof whole;
    EngineProof found = engine_prove(engine_for_rules(engine, b->rules), b,
                                     &(EngineLimits){.ms = milliseconds}, &whole);
    *proof = (PentadProof){
        .outcome = outcomes[found.outcome],
        .move = api_point(found.move),
        .no_win_by_threats = found.no_threats,
        .stones = found.stones,
        .length = found.length,
        .nodes = found.nodes,
    };
    for (int i = 0; i < found.length; i++)
        proof->line[i] = api_point(found.line[i]);
    str_clear(&engine->proof);
    if (whole.node_count > 0)
        proof_write_json(&whole, &engine->proof);
    proof_release(&whole);
    return true;
}

const char *pentad_engine_proof(PentadEngine *engine) {
    return engine && engine->proof.len > 0 ? str_text(&engine->proof) : NULL;
}

bool pentad_proof_check(const char *json, PentadError *error) {
    Error err = {0};
    Proof proof;
    ProofCheck checking = {0};
    if (!json)
        return api_error_set(error, "no proof is given");
    if (!proof_read_json(json, strlen(json), &proof, &err))
        return api_error_copy(&err, error);
    bool ok = proof_check(&proof, &checking, &err) || api_error_copy(&err, error);
    proof_release(&proof);
    return ok;
}
