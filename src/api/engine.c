// C API: engine analysis (pentad_engine_*) and proofs (pentad_proof_check).
#include "engine/engine.h"
#include "api/api_internal.h"
#include "base/clock.h"
#include "base/mem.h"
#include "proof/proof.h"

#include <string.h>

struct PentadEngine {
    Engine *engine;
    atomic_bool stopped; // by pentad_engine_stop
    EngineResult found;  // by the last pentad_engine_search, or so far
    Str proof;           // of the last pentad_engine_solve, as JSON; empty if nothing was proved
};

static_assert((int)PENTAD_MATE == ENGINE_MATE && (int)PENTAD_LINE_MAX == ENGINE_LINE_MAX &&
                  (int)PENTAD_LINES_MAX == ENGINE_LINES_MAX &&
                  (int)PENTAD_THREADS_MAX == ENGINE_THREADS_MAX,
              "the header's constants are the engine's");

// Copies a struct that begins with its size, as the caller was compiled with it. A smaller one is
// from an older header: what it lacks is zero. A larger one is from a newer header, and what we do
// not know must be zero. `size_min`: of the first version. A huge one was never set, so nothing
// is read there.
static bool copy_options(const void *from, size_t size_min, void *to, size_t size,
                         PentadError *error) {
    enum { OPTIONS_SIZE_MAX = 4096 };
    if (!from)
        return true;
    size_t given;
    memcpy(&given, from, sizeof given);
    if (given < size_min || given > OPTIONS_SIZE_MAX)
        return api_error_set(error, "struct_size of the options is not their size");
    for (size_t i = size; i < given; i++)
        if (((const char *)from)[i])
            return api_error_set(error, "the options need a newer version of the library");
    memcpy(to, from, given < size ? given : size);
    return true;
}

PentadEngine *pentad_engine_open(const PentadEngineOptions *options, PentadError *error) {
    PentadEngineOptions o = {0};
    if (!copy_options(options, sizeof o, &o, sizeof o, error))
        return NULL;
    if (o.memory < 0 || o.table < 0) {
        api_error_set(error, "memory is 0 or more bytes");
        return NULL;
    }
    PentadEngine *engine = mem_alloc(sizeof *engine);
    engine->engine = engine_new(&(EngineOptions){o.net, o.weights, o.memory, o.table});
    return engine;
}

PentadEngine *pentad_engine_new(void) {
    return pentad_engine_open(NULL, NULL);
}

void pentad_engine_free(PentadEngine *engine) {
    if (!engine)
        return;
    engine_free(engine->engine);
    str_release(&engine->proof);
    mem_free(engine);
}

// Loads what the game's rules need, within the time limit. Fails if a file cannot be used.
static bool prepare(PentadEngine *engine, const PentadGame *game, int64_t *ms, PentadError *error) {
    int64_t start = clock_now_ms();
    if (!engine_prepare(engine->engine, game->game.board.rules, api_error(error)))
        return false;
    int64_t elapsed = clock_now_ms() - start;
    *ms = *ms == 0 ? 0 : *ms > elapsed ? *ms - elapsed : 1;
    return true;
}

// The order of the moves needs the net for this board size, and no search.
bool pentad_engine_prepare(PentadEngine *engine, const PentadGame *game, PentadError *error) {
    int64_t no_limit = 0;
    if (!engine)
        return api_error_set(error, "no engine is given");
    if (!api_has_running_game(game, error) || !prepare(engine, game, &no_limit, error))
        return false;
    engine_run(engine->engine, &(EngineRequest){.kind = REQUEST_ORDER, .board = &game->game.board});
    return true;
}

void pentad_engine_clear(PentadEngine *engine) {
    if (engine)
        engine_clear(engine->engine);
}

void pentad_engine_stop(PentadEngine *engine) {
    if (engine)
        atomic_store(&engine->stopped, true);
}

void pentad_engine_resume(PentadEngine *engine) {
    if (engine)
        atomic_store(&engine->stopped, false);
}

// ---- Search

double pentad_win_rate(int value) {
    return engine_win_rate(value);
}

static PentadAnalysis analysis_of(const EngineLine *line, int64_t nodes) {
    PentadAnalysis analysis = {
        .value = line->value, .depth = line->depth, .nodes = nodes, .length = line->length};
    for (int i = 0; i < line->length; i++)
        analysis.line[i] = api_point(line->moves[i]);
    return analysis;
}

static bool check_arguments(const PentadEngine *engine, const PentadGame *game,
                            int64_t milliseconds, const void *result, PentadError *error) {
    if (!engine || !result)
        return api_error_set(error, "the engine or the result is NULL");
    if (milliseconds <= 0)
        return api_error_set(error, "the time to think must be more than 0 milliseconds");
    return api_has_running_game(game, error);
}

bool pentad_engine_analyse(PentadEngine *engine, const PentadGame *game, int64_t milliseconds,
                           PentadAnalysis *analysis, PentadError *error) {
    if (!check_arguments(engine, game, milliseconds, analysis, error))
        return false;
    if (!prepare(engine, game, &milliseconds, error))
        return false;
    EngineRequest request = {.board = &game->game.board,
                             .budget.ms = milliseconds,
                             .move_only = true,
                             .stop = stop_token_of(&engine->stopped)};
    EngineResult found = engine_run(engine->engine, &request);
    *analysis = analysis_of(&found.lines[0], found.nodes);
    return true;
}

// The first moves to search, checked.
static bool parse_moves(const PentadGame *game, const PentadSearchOptions *o,
                        Point moves[static POINT_COUNT], PentadError *error) {
    if (o->move_count < 0 || o->move_count > POINT_COUNT || (o->move_count > 0 && !o->moves))
        return api_error_set(error, "the list of first moves is invalid");
    for (int i = 0; i < o->move_count; i++) {
        PentadPoint p = o->moves[i];
        if (!pentad_game_is_legal(game, p.x, p.y, error))
            return false;
        moves[i] = point_at(p.x, p.y);
    }
    return true;
}

static bool check_search(const PentadSearchOptions *o, PentadError *error) {
    if (o->milliseconds < 0 || o->nodes < 0 || o->depth < 0)
        return api_error_set(error, "a search limit must be 0 or more");
    if (o->threads < 0 || o->threads > PENTAD_THREADS_MAX)
        return error_set(api_error(error), "a search has 1 to %d threads", PENTAD_THREADS_MAX);
    if (o->lines < 0 || o->lines > PENTAD_LINES_MAX)
        return error_set(api_error(error), "a search has 1 to %d lines", PENTAD_LINES_MAX);
    return true;
}

typedef struct {
    PentadEngine *engine;
    const PentadSearchOptions *options;
} Progress;

static void send_progress(void *context, const EngineResult *so_far) {
    const Progress *p = context;
    p->engine->found = *so_far;
    p->options->progress(p->options->context, p->engine);
}

bool pentad_engine_search(PentadEngine *engine, const PentadGame *game,
                          const PentadSearchOptions *options, PentadError *error) {
    PentadSearchOptions o = {0};
    Point moves[POINT_COUNT];
    if (!engine)
        return api_error_set(error, "no engine is given");
    if (!copy_options(options, sizeof o, &o, sizeof o, error) || !check_search(&o, error) ||
        !api_has_running_game(game, error) || !parse_moves(game, &o, moves, error) ||
        !prepare(engine, game, &o.milliseconds, error))
        return false;
    Progress progress = {engine, &o};
    EngineRequest request = {
        .board = &game->game.board,
        .budget = {.ms = o.milliseconds, .nodes = o.nodes, .depth = o.depth},
        .threads = o.threads,
        .line_count = o.lines,
        .allowed = moves,
        .allowed_count = o.move_count,
        .stop = stop_token_of(&engine->stopped),
        .on_progress = o.progress ? send_progress : NULL,
        .progress_context = &progress,
    };
    engine->found = engine_run(engine->engine, &request);
    return true;
}

int pentad_engine_line_count(const PentadEngine *engine) {
    return engine ? engine->found.line_count : 0;
}

bool pentad_engine_line(const PentadEngine *engine, int i, PentadAnalysis *line) {
    if (!engine || !line || i < 0 || i >= engine->found.line_count)
        return false;
    *line = analysis_of(&engine->found.lines[i], engine->found.nodes);
    return true;
}

int64_t pentad_engine_nodes(const PentadEngine *engine) {
    return engine ? engine->found.nodes : 0;
}

const char *pentad_engine_net(const PentadEngine *engine) {
    return engine ? engine_net_name(engine->engine) : "";
}

// ---- Proofs

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
    EngineRequest request = {.kind = REQUEST_PROVE,
                             .board = &game->game.board,
                             .budget.ms = milliseconds,
                             .stop = stop_token_of(&engine->stopped)};
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
