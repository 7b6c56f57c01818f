// Plays proved moves as far as the proofs reach: the published strategies (player/proved.h), and
// wins that the solver proves on the spot. Elsewhere it is the engine. Its remark says which.
#include "base/mem.h"
#include "player/player.h"
#include "player/proved.h"

enum {
    WIN_NODES = 20000,      // a win, where a strategy holds already
    THREAT_NODES = 300000,  // a win, where no strategy reaches
    OUTCOME_NODES = 400000, // win or draw, on small boards
    OUTCOME_EMPTY_MAX = 49,
};

typedef struct {
    Player engine;                // player_strong, with the options
    StrategySet own, *strategies; // `strategies`: its own, or the caller's
    const char *remark;
} Perfect;

static void perfect_close(void *self) {
    Perfect *s = self;
    player_close(&s->engine);
    strategy_set_release(&s->own);
    mem_free(s);
}

static void *perfect_open(const char *options, Error *err) {
    Perfect *s = mem_alloc(sizeof *s);
    s->strategies = &s->own;
    s->engine.kind = &player_strong;
    s->engine.self = player_strong.open(options, err);
    if (s->engine.self)
        return s;
    s->engine.kind = NULL;
    perfect_close(s);
    return NULL;
}

// The solver's word on the position: proved, and the move that keeps it.
static bool solve(Perfect *s, const EngineRequest *request, PlayerMove *out) {
    EngineResult r = engine_run(player_engine(&s->engine), request);
    bool ok = r.lines[0].move != POINT_NONE;
    if (ok && r.outcome == OUTCOME_WIN)
        *out = (PlayerMove){r.lines[0].move, true, ENGINE_MATE - r.stones, MOVE_WINS};
    else if (ok && r.outcome == OUTCOME_DRAW)
        *out = (PlayerMove){r.lines[0].move, true, 0, MOVE_HOLDS};
    engine_result_release(&r);
    return out->proof != MOVE_UNPROVED;
}

static bool choose_proved(Perfect *s, const Game *g, const Budget *budget, StopToken stop,
                          PlayerMove *out) {
    const Board *b = &g->board;
    EngineRequest request = {.kind = REQUEST_THREATS,
                             .board = b,
                             .budget = {.ms = budget->ms / 4}, // the rest is for the engine
                             .attacker = b->turn,
                             .any_length = true,
                             .stop = stop};
    ProvedMove proved;
    bool is_proved = proved_move(s->strategies, g, &proved);
    if (is_proved && proved.claim == CLAIM_WIN) {
        *out = (PlayerMove){.move = proved.next.move, .proof = MOVE_WINS};
        return true;
    }
    request.budget.nodes = is_proved ? WIN_NODES : THREAT_NODES;
    if (solve(s, &request, out))
        return true;
    if (is_proved) {
        *out = (PlayerMove){.move = proved.next.move, .proof = MOVE_HOLDS};
        return true;
    }
    request.kind = REQUEST_PROVE;
    request.budget.nodes = OUTCOME_NODES;
    return b->size * b->size - b->stones <= OUTCOME_EMPTY_MAX && solve(s, &request, out);
}

static bool perfect_choose(void *self, const Game *g, const Budget *budget, StopToken stop,
                           PlayerMove *out, Error *err) {
    static const char *const remarks[][2] = {
        [MOVE_UNPROVED] = {"outside of the proof: the engine chose this move",
                           "outside of the proof: the engine chose this move"},
        [MOVE_WINS] = {"proved: Black wins", "proved: White wins"},
        [MOVE_HOLDS] = {"proved: Black does not lose", "proved: White does not lose"},
    };
    Perfect *s = self;
    bool is_opening = opening_step(&g->opening);
    if (!engine_prepare(player_engine(&s->engine), g->board.rules, err))
        return false;
    if (!is_opening)
        choose_proved(s, g, budget, stop, out);
    MoveProof proof = out->proof;
    s->remark = is_opening ? "" : remarks[proof][g->board.turn == WHITE];
    if (proof != MOVE_UNPROVED && out->move != POINT_NONE)
        return true;
    // Nothing is proved, or every move holds.
    bool ok = s->engine.kind->choose(s->engine.self, g, budget, stop, out, err);
    out->proof = proof;
    return ok;
}

static Engine *perfect_engine(void *self) {
    return player_engine(&((Perfect *)self)->engine);
}

static const char *perfect_remark(void *self) {
    const char *remark = ((Perfect *)self)->remark;
    return remark ? remark : "";
}

const PlayerKind player_perfect = {
    .name = "perfect",
    .summary = "proved moves as far as the proofs reach (docs/use/solved.md), then the engine",
    .options = "OPTIONS of strong",
    .open = perfect_open,
    .choose = perfect_choose,
    .engine = perfect_engine,
    .remark = perfect_remark,
    .close = perfect_close,
    .knows_openings = true,
    .takes_time = true,
};

void perfect_use_strategies(const Player *p, StrategySet *set) {
    if (p->kind == &player_perfect)
        ((Perfect *)p->self)->strategies = set;
}
