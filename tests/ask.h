// Test helpers: short questions to engines and players.
#pragma once

#include "player/player.h"
#include "test.h"

// With the classical evaluation.
static inline Engine *engine_without_net(void) {
    return engine_new(&(EngineOptions){.net = "off"});
}

static inline EngineResult ask(Engine *e, const Board *b, Budget budget) {
    return engine_run(e, &(EngineRequest){.board = b, .budget = budget, .move_only = true});
}

static inline EngineResult ask_lines(Engine *e, const Board *b, Budget budget, int lines) {
    return engine_run(e, &(EngineRequest){.board = b, .budget = budget, .line_count = lines});
}

// The caller releases the result.
static inline EngineResult ask_proof(Engine *e, const Board *b, int64_t nodes) {
    return engine_run(e,
                      &(EngineRequest){.kind = REQUEST_PROVE, .board = b, .budget.nodes = nodes});
}

static inline Point ask_player(const char *row, Player *p, const Game *g, Budget budget) {
    PlayerMove choice = {0};
    Error err = {0};
    CHECK(row, player_choose(p, g, &budget, (StopToken){0}, &choice, &err));
    return choice.move;
}
