// C API: players (pentad_player_*), engine analysis (pentad_engine_*) and proofs
// (pentad_proof_check).
#include "player/player.h"
#include "api/api_internal.h"
#include "base/mem.h"
#include "proof/proof.h"

#include <string.h>

struct PentadPlayer {
    Player player;
};

PentadPlayer *pentad_player_new(const char *description, PentadError *error) {
    Player opened;
    if (!description)
        api_error_set(error, "no player is named");
    if (!description || !player_open(description, &opened, api_error(error)))
        return NULL;
    PentadPlayer *player = mem_alloc(sizeof *player);
    player->player = opened;
    return player;
}

void pentad_player_free(PentadPlayer *player) {
    if (!player)
        return;
    player_close(&player->player);
    mem_free(player);
}

bool pentad_player_choose(PentadPlayer *player, const PentadGame *game, int64_t milliseconds,
                          PentadPoint *point, PentadError *error) {
    if (!player || !point)
        return api_error_set(error, "no player or no place for the point is given");
    if (!api_has_running_game(game, error))
        return false;
    if (milliseconds < 0)
        return api_error_set(error, "a time is 0 or more milliseconds");
    const OpeningStep *step = opening_step(&game->game.opening);
    if (step && step->choices)
        return api_error_set(error, "the opening rule asks for a choice of colors, not for a move");
    PlayerMove choice;
    if (!player_choose(&player->player, &game->game, &(Budget){.ms = milliseconds}, (StopToken){0},
                       &choice, api_error(error)))
        return false;
    *point = api_point(choice.move);
    return true;
}

// ---- Engine analysis and proofs

PentadEngine *pentad_engine_new(void) {
    PentadEngine *engine = mem_alloc(sizeof *engine);
    engine->engine = engine_new(NULL);
    return engine;
}

void pentad_engine_free(PentadEngine *engine) {
    if (!engine)
        return;
    engine_free(engine->engine);
    str_release(&engine->proof);
    mem_free(engine);
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
    EngineRequest request = {
        .board = &game->game.board, .budget.ms = milliseconds, .move_only = true};
    EngineResult found = engine_run(engine->engine, &request);
    const EngineLine *best = &found.lines[0];
    *analysis = (PentadAnalysis){
        .value = best->value, .depth = best->depth, .nodes = found.nodes, .length = best->length};
    for (int i = 0; i < best->length; i++)
        analysis->line[i] = api_point(best->moves[i]);
    return true;
}

static const PentadOutcome outcomes[] = {
    [OUTCOME_UNKNOWN] = PENTAD_UNKNOWN,
    [OUTCOME_WIN] = PENTAD_WIN,
    [OUTCOME_LOSS] = PENTAD_LOSS,
    [OUTCOME_DRAW] = PENTAD_DRAW,
};

bool pentad_engine_solve(PentadEngine *engine, const PentadGame *game, int64_t milliseconds,
                         PentadProof *proof, PentadError *error) {
    if (!check_arguments(engine, game, milliseconds, proof, error))
        return false;
    EngineRequest request = {
        .kind = REQUEST_PROVE, .board = &game->game.board, .budget.ms = milliseconds};
    EngineResult found = engine_run(engine->engine, &request);
    const EngineLine *line = &found.lines[0];
    *proof = (PentadProof){
        .outcome = outcomes[found.outcome],
        .move = api_point(line->move),
        .no_win_by_threats = found.no_threat_win,
        .stones = found.stones,
        .length = line->length,
        .nodes = found.nodes,
    };
    for (int i = 0; i < line->length; i++)
        proof->line[i] = api_point(line->moves[i]);
    str_clear(&engine->proof);
    if (found.proof.node_count > 0)
        proof_write_json(&found.proof, &engine->proof);
    engine_result_release(&found);
    return true;
}

const char *pentad_engine_proof(PentadEngine *engine) {
    return engine && engine->proof.len > 0 ? str_text(&engine->proof) : NULL;
}

bool pentad_proof_check(const char *json, PentadError *error) {
    Proof proof;
    ProofCheck checking = {0};
    if (!json)
        return api_error_set(error, "no proof is given");
    if (!proof_read_json(json, strlen(json), &proof, api_error(error)))
        return false;
    bool ok = proof_check(&proof, &checking, api_error(error));
    proof_release(&proof);
    return ok;
}
