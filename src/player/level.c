// Graded levels, from a child's first opponent to nearly full strength. A level is weakened by a
// node limit, by softmax sampling among the best moves (temperature), and the two lowest by
// overlooking: sometimes they do not see the opponent's last stone, and so a three or four that it
// made. They see it one move later, as people do. No level misses a five of its own, and from level
// 1 on none fails to block one, because that feels broken rather than weak.
#include "base/mem.h"
#include "base/number.h"
#include "player/moves.h"
#include "player/player.h"

#include <assert.h>
#include <math.h>

typedef struct {
    const char *name; // of those below level 1, which have names instead of numbers
    const char *summary;
    int64_t nodes;      // search limit; 0: static move ordering only, no search
    double temperature; // softmax: a move worth this much less is chosen e times less often
    // How often it does not see the opponent's last stone, in percent; if that threatens a five.
    int overlooks, overlooks_four;
    MistInsight insight;
} Level;

// By level, from LEVEL_MIN; the row of level 0 is empty.
// clang-format off
static const Level levels[] = {
    {"first steps", "for a first game",                    0, 700, 55, 35, MIST_REMEMBERS},
    {"novice",      "misses some threes and fours",        0, 280, 72, 56, MIST_REMEMBERS},
    {0},
    {NULL,          "always stops a four",                 0, 420,  0,  0, MIST_GUESSES},
    {NULL,          "takes a win when it sees one",        0, 200,  0,  0, MIST_GUESSES},
    {NULL,          "a cautious player",                 120, 700,  0,  0, MIST_GUESSES},
    {NULL,          "looks a little ahead",              550,  48,  0,  0, MIST_INFERS},
    {NULL,          "knows simple combinations",        1700,  25,  0,  0, MIST_INFERS},
    {NULL,          "punishes mistakes",                4000,  16,  0,  0, MIST_INFERS},
    {NULL,          "a club player",                   12000,  10,  0,  0, MIST_INFERS},
    {NULL,          "a strong club player",            40000,   6,  0,  0, MIST_INFERS},
    {NULL,          "hard to beat",                   150000,   4,  0,  0, MIST_INFERS},
    {NULL,          "the engine at full strength",    800000,   2,  0,  0, MIST_INFERS},
};
// clang-format on

enum { LEVEL_DEFAULT = 3 };

static_assert(COUNT(levels) == LEVEL_MAX - LEVEL_MIN + 1, "a row for every level");

typedef struct {
    Engine *engine;
    const Level *level;
    Rng rng;
} Self;

static void *level_open(const char *options, Error *err) {
    int64_t number = LEVEL_DEFAULT;
    Rng rng;
    if (!player_options_parse(options, LEVEL_MIN, LEVEL_MAX, &number, &rng, err))
        return NULL;
    if (number == 0) {
        error_set(err, "there is no level 0; below level 1 are -1 (novice) and -2 (first steps)");
        return NULL;
    }
    Self *s = mem_alloc(sizeof *s);
    *s = (Self){engine_new(NULL), &levels[number - LEVEL_MIN], rng};
    return s;
}

// Uniform between 0 and 1, both excluded.
static double random_unit(Rng *rng) {
    return ((double)(rng_next(rng) >> 12) + 0.5) / (double)(UINT64_C(1) << 52);
}

// The softmax weight of each line, not normalised; returns their sum.
static double softmax_weights(const EngineResult *result, double temperature,
                              double weights[static ENGINE_LINES_MAX]) {
    double sum = 0;
    int best = result->lines[0].value;
    for (int i = 1; i < result->line_count; i++)
        best = int_max(best, result->lines[i].value);
    for (int i = 0; i < result->line_count; i++) {
        weights[i] = exp((result->lines[i].value - best) / temperature);
        sum += weights[i];
    }
    return sum;
}

static Point sample_move(const EngineResult *result, double temperature, Rng *rng) {
    double weights[ENGINE_LINES_MAX];
    double left = random_unit(rng) * softmax_weights(result, temperature, weights);
    for (int i = 0; i < result->line_count; i++) {
        left -= weights[i];
        if (left <= 0)
            return result->lines[i].move;
    }
    return result->lines[0].move;
}

// Finds the candidate moves of a level. Deterministic if the engine's tables are empty.
static EngineRequest level_request(const Level *level, const Board *b) {
    enum { CANDIDATES = 6 }; // multi-PV lines of a search: more would cost depth
    return (EngineRequest){
        .kind = level->nodes ? REQUEST_SEARCH : REQUEST_ORDER,
        .board = b,
        .budget.nodes = level->nodes,
        .line_count = level->nodes ? CANDIDATES : ENGINE_LINES_MAX,
        .move_only = true,
    };
}

// What the level sees: the board, possibly without the opponent's last stone. Returns that stone,
// POINT_NONE if it sees all.
static Point overlook(Self *s, const Game *g, Board *seen) {
    *seen = g->board;
    Point last = g->count > 0 ? g->moves[g->count - 1].point : POINT_NONE;
    bool is_first = seen->stones <= 2; // nobody overlooks that
    if (!s->level->overlooks || is_first || !board_has(seen, last) || seen->at[last] == seen->turn)
        return POINT_NONE;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(seen, empty);
    bool is_four = moves_first_win(seen, stone_other(seen->turn), empty, n) != POINT_NONE;
    if (rng_below(&s->rng, 100) >= (is_four ? s->level->overlooks_four : s->level->overlooks))
        return POINT_NONE;
    board_remove(seen, last, seen->turn, EMPTY);
    return last;
}

static bool level_choose(void *self, const Game *g, const Budget *budget, StopToken stop,
                         PlayerMove *out, Error *err) {
    enum { OPENING_NODES = 2000 };
    (void)err;
    Self *s = self;
    Board seen;
    Point overlooked = overlook(s, g, &seen);
    EngineRequest request = level_request(s->level, &seen);
    request.excluded = &overlooked;
    request.excluded_count = overlooked != POINT_NONE;
    request.budget.ms = budget->ms;
    request.stop = stop;
    if (opening_step(&g->opening)) {
        if (request.budget.nodes < OPENING_NODES)
            request.budget.nodes = OPENING_NODES;
        request.line_count = 1;
        out->move = opening_play(s->engine, g, &request);
        return true;
    }
    Point points[ENGINE_LINES_MAX];
    request = opening_request(s->engine, g, &request, points);
    EngineResult result = engine_run(s->engine, &request);
    out->move = sample_move(&result, s->level->temperature, &s->rng);
    return true;
}

static bool highest_level_request(void *self, const Budget *budget, EngineRequest *out) {
    const Self *s = self;
    *out = level_request(s->level, NULL);
    out->budget.ms = budget->ms;
    return s->level == &levels[LEVEL_MAX - LEVEL_MIN];
}

static MistInsight level_mist_insight(void *self) {
    return ((Self *)self)->level->insight;
}

static Engine *level_engine(void *self) {
    return ((Self *)self)->engine;
}

static void level_close(void *self) {
    Self *s = self;
    engine_free(s->engine);
    mem_free(s);
}

const PlayerKind player_level = {
    .name = "level",
    .summary =
        "the engine at reduced strength: level:-2 for a first game to level:10, the strongest",
    .options = "[-2..10][,SEED]",
    .open = level_open,
    .choose = level_choose,
    .engine = level_engine,
    .full_strength_request = highest_level_request,
    .mist_insight = level_mist_insight,
    .close = level_close,
    .knows_openings = true,
    .takes_time = true,
};

void level_name_format(int level, Str *out) {
    const char *name = levels[level - LEVEL_MIN].name;
    if (name)
        str_add_text(out, name);
    else
        str_add(out, "level %d", level);
}

const char *level_summary(int level) {
    return levels[level - LEVEL_MIN].summary;
}

double level_move_probability(Engine *e, int level, const Board *b, Point move) {
    const Level *row = &levels[level - LEVEL_MIN];
    EngineRequest request = level_request(row, b);
    engine_clear(e);
    EngineResult result = engine_run(e, &request);
    double weights[ENGINE_LINES_MAX];
    double sum = softmax_weights(&result, row->temperature, weights);
    for (int i = 0; i < result.line_count; i++)
        if (result.lines[i].move == move)
            return weights[i] / sum;
    return 0;
}
