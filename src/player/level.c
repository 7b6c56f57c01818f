// Ten opponents, from one for a child's first game to the engine at its best. What makes a level
// weak is how far it looks and how choosy it is among moves that look about as good; no level fails
// to make a five or to stop one, because that feels broken rather than weak.
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
    int64_t nodes;      // 0: it only glances at the board
    double temperature; // a move worth so much less is chosen e times more rarely
} Level;

static const Level levels[] = {
    {0, 700},   {0, 350},   {0, 180},   {350, 45},   {1300, 20},
    {4000, 12}, {13000, 8}, {50000, 5}, {200000, 4}, {800000, 2},
};

enum { LEVEL_DEFAULT = 3 };

static_assert(COUNT(levels) == LEVEL_MAX, "level.h says how many there are");

typedef struct {
    Engine *engine; // NULL until there is a game
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

// Between 0 and 1, and never either.
static double random_part(Rng *rng) {
    return ((double)(rng_next(rng) >> 12) + 0.5) / (double)(UINT64_C(1) << 52);
}

// How likely each of the lines is, the better the likelier; returns their sum.
static double weigh(const EngineAnswer *answer, double temperature,
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

static Point choose_among(const EngineAnswer *answer, double temperature, Rng *rng) {
    double weights[ENGINE_LINES_MAX];
    double left = random_part(rng) * weigh(answer, temperature, weights);
    for (int i = 0; i < answer->count; i++) {
        left -= weights[i];
        if (left <= 0)
            return answer->lines[i].move;
    }
    return answer->lines[0].move;
}

// What a level finds, to choose among. In an engine that remembers nothing of the game it is the
// same each time.
static EngineAnswer look(Engine *engine, const Level *level, const Board *b,
                         const EngineLimits *limits) {
    return level->nodes ? engine_think(engine, b, limits) : engine_glance(engine, b, limits);
}

static EngineLimits limits_of(const Level *level) {
    enum { CHOICE = 6 }; // moves to choose among where it searches: more cost depth
    return (EngineLimits){.nodes = level->nodes, .lines = level->nodes ? CHOICE : ENGINE_LINES_MAX};
}

static bool level_choose(void *self, const Game *g, const Limits *limits, Point *move, Error *err) {
    enum { OPENING_NODES = 2000 };
    Self *s = self;
    if (!level_prepare(s, g->board.rules, limits, err))
        return false;
    EngineLimits thinking = limits_of(s->level);
    thinking.ms = limits->ms;
    thinking.interrupted = limits->interrupted;
    thinking.context = limits->context;
    if (opening_step(&g->opening)) {
        if (thinking.nodes < OPENING_NODES)
            thinking.nodes = OPENING_NODES;
        thinking.lines = 1;
        *move = opening_play(s->engine, g, &thinking);
        return true;
    }
    Point points[ENGINE_LINES_MAX];
    thinking = opening_limits(s->engine, g, &thinking, points);
    EngineAnswer answer = look(s->engine, s->level, &g->board, &thinking);
    *move = choose_among(&answer, s->level->temperature, &s->rng);
    return true;
}

static void level_close(void *self) {
    Self *s = self;
    engine_free(s->engine);
    mem_free(s);
}

const PlayerKind player_level = {
    .name = "level",
    .summary = "the engine made weaker: level:1 for a first game, level:10 at its best",
    .options = "[1..10][,SEED]",
    .open = level_open,
    .choose = level_choose,
    .prepare = level_prepare,
    .close = level_close,
    .knows_openings = true,
    .takes_time = true,
};

// ---- How likely a level is to find a move

struct LevelModel {
    Engine *engine; // NULL until there is a question
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
    EngineLimits limits = limits_of(row);
    EngineAnswer answer = look(g->engine, row, b, &limits);
    double weights[ENGINE_LINES_MAX];
    double sum = weigh(&answer, row->temperature, weights);
    for (int i = 0; i < answer.count; i++)
        if (answer.lines[i].move == move)
            return weights[i] / sum;
    return 0;
}
