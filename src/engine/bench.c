#include "engine/bench.h"

#include "base/clock.h"
#include "base/number.h"
#include "engine/board/position.h"
#include "engine/engine.h"
#include "engine/net/net.h"
#include "engine/tactics/vcf.h"

#include <assert.h>
#include <stdlib.h>

enum {
    GAMES = 60,
    GAME_LENGTH = 40,
    REPLAYS = 20, // of each game
    PROBLEMS = 300,
    PROBLEM_NODES = 20000,
    PROBLEM_DEPTH = 40,
    SEARCHES = 4,
    SEARCH_NODES = 8000,
    SEARCH_DEPTH = 9,
};

// The work of one round.
typedef struct {
    int64_t items, nodes, ns;
    uint64_t signature;
} Work;

typedef struct {
    const Rules *rules;
    int size;
    const char *net; // file; NULL: the embedded net
} Setting;

typedef struct {
    const char *name, *item;
    const Rules *rules;
    int size;
    void (*run)(const Setting *setting, Work *work);
} Row;

static void sign(Work *work, int64_t number) {
    uint64_t z = (work->signature ^ (uint64_t)number) * 0x9e3779b97f4a7c15u;
    work->signature = z ^ z >> 29;
}

// ---- Positions

// A random point near a stone, so that lines form.
static Point random_point(const Board *b, Rng *rng) {
    if (b->stones == 0)
        return point_center(b->size);
    for (;;) {
        int x = rng_below(rng, b->size), y = rng_below(rng, b->size);
        for (int dy = -2; dy <= 2; dy++)
            for (int dx = -2; dx <= 2; dx++) {
                int px = x + dx, py = y + dy;
                bool inside = px >= 0 && py >= 0 && px < b->size && py < b->size;
                if (inside && b->at[point_at(px, py)] != EMPTY)
                    return point_at(x, y);
            }
    }
}

// Plays random legal moves, none of which wins, until there are `stones` stones. Returns the board
// and fills `moves` with the moves in order.
static Board random_game(const Rules *rules, int size, int stones, Rng *rng, Point *moves) {
    Board b;
    board_init(&b, rules, size);
    while (b.stones < stones) {
        Board next = b;
        Point p = random_point(&b, rng);
        if (board_play(&next, p) != PLAY_OK || next.winner != EMPTY)
            continue;
        moves[b.stones] = p;
        b = next;
    }
    return b;
}

// ---- Workloads

static void make_tables(const Setting *setting, Work *work) {
    int64_t start = clock_thread_cpu_ns();
    Patterns *p = patterns_new(setting->rules);
    work->ns += clock_thread_cpu_ns() - start;
    work->items++;
    for (int i = 0; i < 1 << 4 * p->reach; i++)
        sign(work, p->shapes[i]);
    for (int i = 0; i < PATTERN_QUADS; i++)
        sign(work,
             p->rows[0][p->codes[i]].categories[0] << 8 | p->rows[1][p->codes[i]].categories[1]);
    patterns_free(p);
}

static void sign_position(Work *work, const Position *s) {
    sign(work, (int64_t)s->state.hash);
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < CATEGORY_COUNT; i++)
            sign(work, s->state.counts[c][i]);
}

static void replay(Position *s, const Point *moves, Work *work) {
    for (int i = 0; i < GAME_LENGTH; i++)
        position_make(s, moves[i]);
    sign_position(work, s);
    for (int i = 0; i < GAME_LENGTH; i++)
        position_undo(s);
    work->items += GAME_LENGTH;
}

static void replay_games(const Setting *setting, Work *work) {
    Rng rng = {1};
    Point games[GAMES][GAME_LENGTH];
    for (int i = 0; i < GAMES; i++)
        random_game(setting->rules, setting->size, GAME_LENGTH, &rng, games[i]);
    Board empty;
    board_init(&empty, setting->rules, setting->size);
    Patterns *patterns = patterns_new(setting->rules);
    Position *s = position_new(patterns, &empty);
    int64_t start = clock_thread_cpu_ns();
    for (int i = 0; i < GAMES * REPLAYS; i++)
        replay(s, games[i % GAMES], work);
    work->ns += clock_thread_cpu_ns() - start;
    sign_position(work, s);
    position_free(s);
    patterns_free(patterns);
}

// Roughly the most urgent point for both sides together, with some randomness.
static Point urgent_point(const Position *s, Rng *rng) {
    Point points[BOARD_MAX * BOARD_MAX], best = POINT_NONE;
    int n = position_candidates(s, points), best_score = -1;
    for (int i = 0; i < n; i++) {
        int own = (int)position_category(s, s->board.turn, points[i]);
        int other = (int)position_category(s, stone_other(s->board.turn), points[i]);
        int score = (own * own + other * other) * (40 + rng_below(rng, 60));
        if (score <= best_score || position_is_forbidden(s, s->board.turn, points[i]))
            continue;
        best = points[i];
        best_score = score;
    }
    return best;
}

static bool can_win_soon(const Position *s, Stone color) {
    return position_count(s, color, CATEGORY_FIVE) + position_count(s, color, CATEGORY_OPEN_FOUR) >
           0;
}

static int count_fours(const Position *s, Stone color) {
    return position_count(s, color, CATEGORY_FOUR) + position_count(s, color, CATEGORY_FOUR_PLUS) +
           position_count(s, color, CATEGORY_FOUR_THREE);
}

// A VCF problem from a game in which both sides take urgent points: nobody wins at once, but there
// are fours to try.
static Position *new_problem(const Patterns *patterns, int size, Rng *rng) {
    Board empty;
    board_init(&empty, patterns->rules, size);
    for (;;) {
        Position *s = position_new(patterns, &empty);
        for (int stones = 24 + rng_below(rng, 40); stones > 0; stones--) {
            Point p = urgent_point(s, rng);
            if (p == POINT_NONE || position_raw_category(s, s->board.turn, p) == CATEGORY_FIVE)
                break;
            position_make(s, p);
        }
        Stone own = s->board.turn;
        if (count_fours(s, own) >= 4 && !can_win_soon(s, BLACK) && !can_win_soon(s, WHITE))
            return s;
        position_free(s);
    }
}

static void solve_problems(const Setting *setting, Work *work) {
    Rng rng = {2};
    Patterns *patterns = patterns_new(setting->rules);
    Vcf *v = vcf_new();
    for (int i = 0; i < PROBLEMS; i++) {
        Position *s = new_problem(patterns, setting->size, &rng);
        vcf_clear(v);
        int64_t start = clock_thread_cpu_ns();
        bool won = vcf_search(v, s, PROBLEM_DEPTH, PROBLEM_NODES);
        work->ns += clock_thread_cpu_ns() - start;
        work->items++;
        work->nodes += v->nodes;
        sign(work, won ? v->length : -1);
        sign(work, v->nodes);
        position_free(s);
    }
    vcf_free(v);
    patterns_free(patterns);
}

static void search(const Setting *setting, const char *net, Budget budget, Work *work) {
    Engine *e = engine_new(&(EngineOptions){.net = net});
    Rng rng = {3};
    engine_prepare(e, setting->rules, NULL);
    for (int i = 0; i < SEARCHES; i++) {
        Point moves[GAME_LENGTH];
        Board b = random_game(setting->rules, setting->size, 3 + 3 * i, &rng, moves);
        EngineRequest request = {.board = &b, .budget = budget, .move_only = true};
        engine_clear(e);
        int64_t start = clock_thread_cpu_ns();
        EngineResult result = engine_run(e, &request);
        work->ns += clock_thread_cpu_ns() - start;
        work->items++;
        work->nodes += result.nodes;
        sign(work, result.nodes);
        sign(work, result.lines[0].move);
        sign(work, result.lines[0].value);
        sign(work, result.lines[0].depth);
    }
    engine_free(e);
}

static void search_by_nodes(const Setting *setting, Work *work) {
    search(setting, "off", (Budget){.nodes = SEARCH_NODES}, work);
}

static void search_with_net(const Setting *setting, Work *work) {
    search(setting, setting->net, (Budget){.nodes = SEARCH_NODES}, work);
}

static void search_to_depth(const Setting *setting, Work *work) {
    search(setting, "off", (Budget){.depth = SEARCH_DEPTH}, work);
}

// ---- Rows

// clang-format off
static const Row rows[] = {
    {"tables, freestyle",              "table",    &rules_freestyle,     15, make_tables},
    {"tables, standard",               "table",    &rules_standard,      15, make_tables},
    {"tables, renju",                  "table",    &rules_renju,         15, make_tables},
    {"tables, caro",                   "table",    &rules_caro,          15, make_tables},
    {"tables, caro-overline",          "table",    &rules_caro_overline, 15, make_tables},
    {"make and undo, freestyle 15x15", "pair",     &rules_freestyle,     15, replay_games},
    {"make and undo, freestyle 20x20", "pair",     &rules_freestyle,     20, replay_games},
    {"make and undo, standard 15x15",  "pair",     &rules_standard,      15, replay_games},
    {"make and undo, renju 15x15",     "pair",     &rules_renju,         15, replay_games},
    {"make and undo, caro 15x15",      "pair",     &rules_caro,          15, replay_games},
    {"wins by fours, freestyle 15x15", "problem",  &rules_freestyle,     15, solve_problems},
    {"wins by fours, renju 15x15",     "problem",  &rules_renju,         15, solve_problems},
    {"search by nodes, freestyle 15x15", "position", &rules_freestyle,   15, search_by_nodes},
    {"search by nodes, freestyle 20x20", "position", &rules_freestyle,   20, search_by_nodes},
    {"search by nodes, standard 15x15", "position", &rules_standard,     15, search_by_nodes},
    {"search by nodes, renju 15x15",   "position", &rules_renju,         15, search_by_nodes},
    {"search by nodes, caro 15x15",    "position", &rules_caro,          15, search_by_nodes},
    {"search to a depth, freestyle 15x15", "position", &rules_freestyle, 15, search_to_depth},
    {"search with the net, freestyle 15x15", "position", &rules_freestyle, 15, search_with_net},
};
// clang-format on

const char *bench_name(int row) {
    return row < COUNT(rows) ? rows[row].name : NULL;
}

bool bench_is_available(int row) {
    return rows[row].run != search_with_net || embedded_net_for(rows[row].rules, rows[row].size);
}

bool bench_check_net(const char *net, Error *err) {
    for (int i = 0; i < COUNT(rows); i++) {
        if (rows[i].run != search_with_net)
            continue;
        Engine *e = engine_new(&(EngineOptions){.net = net});
        bool ok = engine_prepare(e, rows[i].rules, err);
        engine_free(e);
        if (!ok)
            return false;
    }
    return true;
}

static int compare_ns(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

BenchResult bench_run(int row, int rounds, const char *net) {
    assert(rounds >= 1 && rounds <= BENCH_ROUNDS_MAX);
    const Row *r = &rows[row];
    Setting setting = {r->rules, r->size, net};
    int64_t ns[BENCH_ROUNDS_MAX];
    Work work = {0};
    for (int i = 0; i < rounds; i++) {
        work = (Work){0};
        r->run(&setting, &work);
        ns[i] = work.ns;
    }
    qsort(ns, (size_t)rounds, sizeof ns[0], compare_ns);
    return (BenchResult){
        .name = r->name,
        .item = r->item,
        .items = work.items,
        .nodes = work.nodes,
        .fastest_ns = ns[0],
        .median_ns = ns[rounds / 2],
        .signature = work.signature,
    };
}
