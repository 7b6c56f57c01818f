#include "train/selfplay.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/thread.h"
#include "engine/engine.h"

#include <stdlib.h>

enum {
    TRIAL_NODES = 1500, // of the search that checks the balance of an opening
    STRAY_CHOICES = 5,  // an exploration move is the best of this many random points
    STRAY_NODES = 300,
};

typedef struct {
    const SelfplayOptions *options;
    StopToken stop;
    Engine *engine;
    Rng rng;
} Worker;

typedef struct {
    const SelfplayCallbacks *callbacks;
    Worker *workers;
} Run;

// ---- Playing a game

static void add_move(PackedGame *g, Board *b, PackedMove m) {
    g->moves[g->count++] = m;
    board_play(b, m.point);
}

// A random empty point within two points of a stone; on an empty board, not near the edge.
static Point random_point(const Board *b, Rng *rng) {
    int size = b->size;
    if (b->stones == 0) {
        int margin = int_min(3, size / 3), width = size - 2 * margin;
        return point_at(margin + rng_below(rng, width), margin + rng_below(rng, width));
    }
    for (;;) {
        Point p = point_at(rng_below(rng, size), rng_below(rng, size));
        for (int i = 0; b->at[p] == EMPTY && i < 25; i++) {
            int x = point_x(p) + i % 5 - 2, y = point_y(p) + i / 5 - 2;
            if (x >= 0 && y >= 0 && x < size && y < size && b->at[point_at(x, y)] != EMPTY)
                return p;
        }
    }
}

// The best move, of `allowed` if there are any.
static EngineLine think(Worker *w, const Board *b, int64_t nodes, const Point *allowed, int count) {
    EngineRequest request = {
        .board = b,
        .budget.nodes = nodes,
        .allowed = allowed,
        .allowed_count = count,
        .move_only = true,
        .stop = w->stop,
    };
    return engine_run(w->engine, &request).lines[0];
}

static bool random_opening(Worker *w, PackedGame *g, Board *b) {
    const SelfplayOptions *o = w->options;
    int stones = o->stones_min + rng_below(&w->rng, o->stones_max - o->stones_min + 1);
    board_init(b, o->rules, o->size);
    g->count = 0;
    while (g->count < stones) {
        Point p = random_point(b, &w->rng);
        if (board_check(b, p) == PLAY_OK)
            add_move(g, b, (PackedMove){.point = p});
        if (!board_has_legal_move(b))
            return false;
    }
    g->opening = g->count;
    return abs(think(w, b, TRIAL_NODES, NULL, 0).value) <= o->balance;
}

// Exploration: the best of a few random points. Not a senseless move, and rarely the best one.
static Point exploration_move(Worker *w, const Board *b) {
    Point points[STRAY_CHOICES];
    int count = 0;
    for (int tries = 0; tries < STRAY_CHOICES; tries++) {
        Point p = random_point(b, &w->rng);
        if (board_check(b, p) == PLAY_OK)
            points[count++] = p;
    }
    if (count == 0)
        return POINT_NONE;
    return think(w, b, STRAY_NODES, points, count).move;
}

// A game is a draw when the board is two thirds full: the rest is useless for training.
static bool is_long(const PackedGame *g) {
    return 3 * g->count >= 2 * g->size * g->size;
}

// False if the move ends the game.
static bool play_move(Worker *w, PackedGame *g, Board *b) {
    const SelfplayOptions *o = w->options;
    int64_t nodes = o->nodes_min + rng_below(&w->rng, (int)(o->nodes_max - o->nodes_min) + 1);
    EngineLine best = think(w, b, nodes, NULL, 0);
    PackedMove move = {.point = best.move, .value = (int16_t)best.value};
    if (best.move == POINT_PASS)
        return false;
    bool is_certain = engine_is_certain(best.value);
    if (is_certain)
        g->winner = best.value > 0 ? (Stone)b->turn : stone_other(b->turn);
    if (!is_certain && o->stray && rng_below(&w->rng, o->stray) == 0) {
        Point p = exploration_move(w, b);
        move.strayed = p != POINT_NONE && p != move.point;
        move.point = move.strayed ? p : move.point;
    }
    add_move(g, b, move);
    if (b->winner != EMPTY)
        g->winner = b->winner;
    return !is_certain && b->winner == EMPTY && board_has_legal_move(b) && !is_long(g);
}

static void play_game(Worker *w, int number, PackedGame *g) {
    const SelfplayOptions *o = w->options;
    Board b;
    *g = (PackedGame){0};
    g->rules = o->rules;
    g->size = o->size;
    w->rng = (Rng){o->seed};
    w->rng.state = rng_next(&w->rng) + (uint64_t)number;
    w->rng.state = rng_next(&w->rng);
    engine_clear(w->engine);
    while (!stop_requested(w->stop) && !random_opening(w, g, &b)) {
    }
    while (!stop_requested(w->stop) && play_move(w, g, &b)) {
    }
}

static bool worker_init(Worker *w, const SelfplayOptions *o, StopToken stop, Error *err) {
    *w = (Worker){.options = o, .stop = stop};
    w->engine = engine_new(&(EngineOptions){
        .net = o->net ? o->net : "off",
        .weights = o->weights,
        .memory = o->net ? ENGINE_NET_MEMORY_MIN : ENGINE_MEMORY_MIN,
    });
    return engine_prepare(w->engine, o->rules, err);
}

bool selfplay_play(const SelfplayOptions *options, int number, StopToken stop, PackedGame *out,
                   Error *err) {
    Worker w;
    bool ok = worker_init(&w, options, stop, err);
    if (ok)
        play_game(&w, number, out);
    engine_free(w.engine);
    return ok && (!stop_requested(stop) || error_set(err, "stopped"));
}

// ---- All games

static void *run_game(void *run, int worker, int number) {
    PackedGame *g = mem_alloc(sizeof *g);
    play_game(&((Run *)run)->workers[worker], number, g);
    return g;
}

static bool report(void *run, int number, const void *game) {
    const SelfplayCallbacks *callbacks = ((const Run *)run)->callbacks;
    (void)number;
    return callbacks->finished(callbacks->context, game);
}

static bool while_waiting(void *run) {
    const SelfplayCallbacks *callbacks = ((const Run *)run)->callbacks;
    return callbacks->waiting(callbacks->context);
}

bool selfplay_run(const SelfplayOptions *options, const SelfplayCallbacks *callbacks, Error *err) {
    atomic_bool stop = false;
    Run r = {.callbacks = callbacks};
    r.workers = mem_alloc((size_t)options->threads * sizeof *r.workers);
    OrderedJobs games = {.threads = options->threads,
                         .count = options->games,
                         .stop = &stop,
                         .context = &r,
                         .run = run_game,
                         .report = report,
                         .waiting = while_waiting,
                         .reports_rest = true};
    bool ok = true;
    for (int i = 0; i < options->threads && ok; i++)
        ok = worker_init(&r.workers[i], options, stop_token_of(&stop), err);
    ok = ok && ordered_jobs_run(&games, err);
    for (int i = 0; i < options->threads; i++)
        engine_free(r.workers[i].engine);
    mem_free(r.workers);
    return ok;
}
