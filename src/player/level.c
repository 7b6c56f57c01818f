// Ten graded levels, from a child's first opponent to nearly full strength. A level is weakened by
// a node limit and by softmax sampling among the best moves (temperature). No level misses a five
// or fails to block one, because that feels broken rather than weak.
#include "player/level.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/rng.h"
#include "base/util.h"
#include "engine/engine.h"
#include "player/opening_play.h"
#include "player/player.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct {
    int64_t nodes;      // search limit; 0: static move ordering only, no search
    double temperature; // softmax: a move worth this much less is chosen e times less often
} Level;

static const Level levels[] = {
    {0, 700},   {0, 350},   {0, 180},   {350, 45},   {1300, 20},
    {4000, 12}, {13000, 8}, {50000, 5}, {200000, 4}, {800000, 2},
};

enum { LEVEL_DEFAULT = 3 };

static_assert(COUNT(levels) == LEVEL_MAX, "LEVEL_MAX is the number of levels");

typedef struct {
    Engine *engine; // NULL until the rules are known
    const Level *level;
    Rng rng;
} Self;

static void *level_open(const char *options, Error *err) {
    const char *comma = strchr(options, ',');
    int64_t number = LEVEL_DEFAULT, seed = 0;
    char *first = mem_copy_text(options);
    first[strcspn(first, ",")] = '\0';
    bool ok = !*first || number_parse(first, 1, COUNT(levels), &number, err) ||
              error_prefix(err, "which");
    mem_free(first);
    if (ok && comma)
        ok = number_parse(comma + 1, 0, INT64_MAX, &seed, err) || error_prefix(err, "seed");
    if (!ok)
        return NULL;
    Self *s = mem_alloc(sizeof *s);
    s->level = &levels[number - 1];
    s->rng.state = comma ? (uint64_t)seed : rng_fresh_seed();
    return s;
}

static bool level_prepare(void *self, const Rules *rules, const Limits *limits, Error *err) {
    (void)err;
    Self *s = self;
    s->engine = engine_for(s->engine, rules);
    engine_set_memory(s->engine, limits->memory, limits->table);
    return true;
}

// Uniform between 0 and 1, both excluded.
static double random_unit(Rng *rng) {
    return ((double)(rng_next(rng) >> 12) + 0.5) / (double)(UINT64_C(1) << 52);
}

// The softmax weight of each line, not normalised; returns their sum.
static double softmax_weights(const EngineAnswer *answer, double temperature,
                              double weights[static ENGINE_LINES_MAX]) {
    double sum = 0;
    int best = answer->lines[0].value;
    for (int i = 1; i < answer->count; i++)
        best = int_max(best, answer->lines[i].value);
    for (int i = 0; i < answer->count; i++) {
        weights[i] = exp((answer->lines[i].value - best) / temperature);
        sum += weights[i];
    }
    return sum;
}

static Point sample_move(const EngineAnswer *answer, double temperature, Rng *rng) {
    double weights[ENGINE_LINES_MAX];
    double left = random_unit(rng) * softmax_weights(answer, temperature, weights);
    for (int i = 0; i < answer->count; i++) {
        left -= weights[i];
        if (left <= 0)
            return answer->lines[i].move;
    }
    return answer->lines[0].move;
}

// The candidate moves of a level. Deterministic if the engine's tables are empty.
static EngineAnswer candidates(Engine *engine, const Level *level, const Board *b,
                               const EngineLimits *limits) {
    return level->nodes ? engine_think(engine, b, limits) : engine_glance(engine, b, limits);
}

static EngineLimits level_limits(const Level *level) {
    enum { CANDIDATES = 6 }; // multi-PV lines of a search: more would cost depth
    return (EngineLimits){.nodes = level->nodes,
                          .lines = level->nodes ? CANDIDATES : ENGINE_LINES_MAX};
}

static bool level_choose(void *self, const Game *g, const Limits *limits, Point *move, Error *err) {
    enum { OPENING_NODES = 2000 };
    Self *s = self;
    if (!level_prepare(s, g->board.rules, limits, err))
        return false;
    EngineLimits search = level_limits(s->level);
    search.ms = limits->ms;
    search.stop = limits->stop;
    if (opening_step(&g->opening)) {
        if (search.nodes < OPENING_NODES)
            search.nodes = OPENING_NODES;
        search.lines = 1;
        *move = opening_play(s->engine, g, &search);
        return true;
    }
    Point points[ENGINE_LINES_MAX];
    search = opening_limits(s->engine, g, &search, points);
    EngineAnswer answer = candidates(s->engine, s->level, &g->board, &search);
    *move = sample_move(&answer, s->level->temperature, &s->rng);
    return true;
}

static void level_close(void *self) {
    Self *s = self;
    engine_free(s->engine);
    mem_free(s);
}

const PlayerKind player_level = {
    .name = "level",
    .summary = "the engine at reduced strength: level:1 for beginners to level:10, the strongest",
    .options = "[1..10][,SEED]",
    .open = level_open,
    .choose = level_choose,
    .prepare = level_prepare,
    .close = level_close,
    .knows_openings = true,
    .takes_time = true,
};

// ---- Move probabilities

struct LevelModel {
    Engine *engine; // NULL until the first call
};

LevelModel *level_model_new(void) {
    return mem_alloc(sizeof(LevelModel));
}

void level_model_free(LevelModel *g) {
    if (!g)
        return;
    engine_free(g->engine);
    mem_free(g);
}

double level_move_probability(LevelModel *g, int level, const Board *b, Point move) {
    const Level *row = &levels[level - 1];
    g->engine = engine_for(g->engine, b->rules);
    engine_forget(g->engine);
    EngineLimits limits = level_limits(row);
    EngineAnswer answer = candidates(g->engine, row, b, &limits);
    double weights[ENGINE_LINES_MAX];
    double sum = softmax_weights(&answer, row->temperature, weights);
    for (int i = 0; i < answer.count; i++)
        if (answer.lines[i].move == move)
            return weights[i] / sum;
    return 0;
}
