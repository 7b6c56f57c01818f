// The engine as a player. "strong:500" thinks half a second a move, or less if the game allows no
// more; plain "strong" what the game allows, or two seconds if it does not say.
#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "engine/engine.h"
#include "player/player.h"

enum { THINKING_DEFAULT_MS = 2000, THINKING_MAX_MS = 3600 * 1000 };

typedef struct {
    Engine *engine;
    const Rules *rules; // of the engine; NULL while there is none
    int64_t ms;         // 0: as the game says
} Strong;

static void *strong_open(const char *options, Error *err) {
    int64_t ms = 0;
    if (*options && !number_parse(options, 1, THINKING_MAX_MS, &ms, err))
        return NULL;
    Strong *s = mem_alloc(sizeof *s);
    s->ms = ms;
    return s;
}

// The tables belong to a rule set, which is known only when there is a game.
static void strong_prepare(void *self, const Rules *rules, const Limits *limits) {
    Strong *s = self;
    if (s->rules != rules) {
        engine_free(s->engine);
        s->engine = engine_new(rules);
        s->rules = rules;
    }
    engine_set_memory(s->engine, limits->memory);
}

// Making the engine takes a while, and unless it was prepared that is part of the first move's
// time.
static bool strong_choose(void *self, const Game *g, const Limits *limits, Point *move,
                          Error *err) {
    (void)err;
    Strong *s = self;
    int64_t began = clock_now_ms();
    strong_prepare(s, g->board.rules, limits);
    int64_t ms = s->ms ? s->ms : limits->ms ? limits->ms : THINKING_DEFAULT_MS;
    if (limits->ms > 0 && limits->ms < ms)
        ms = limits->ms;
    ms -= clock_now_ms() - began;
    EngineLimits thinking = {
        .ms = ms > 0 ? ms : 1,
        .nodes = limits->nodes,
        .depth = limits->depth,
        .interrupted = limits->interrupted,
        .context = limits->context,
    };
    *move = engine_think(s->engine, &g->board, &thinking).move;
    return true;
}

static void strong_close(void *self) {
    Strong *s = self;
    engine_free(s->engine);
    mem_free(s);
}

const PlayerKind player_strong = {
    .name = "strong",
    .summary = "the engine",
    .options = "MILLISECONDS",
    .open = strong_open,
    .choose = strong_choose,
    .prepare = strong_prepare,
    .close = strong_close,
    .takes_time = true,
};
