#include "train/selfplay.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/thread.h"
#include "base/util.h"
#include "engine/engine.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    WAIT_MS = 100,      // interval of the `waiting` callback
    TRIAL_NODES = 1500, // of the search that checks the balance of an opening
    STRAY_CHOICES = 5,  // an exploration move is the best of this many random points
    STRAY_NODES = 300,
};

typedef struct {
    const SelfplayOptions *options;
    atomic_bool stop;

    pthread_mutex_t lock; // protects the fields below
    pthread_cond_t changed;
    int next;          // the next game to start
    PackedGame **done; // by number; NULL before a game is finished and after it is reported
} Run;

typedef struct {
    Run *run;
    Engine *engine;
    Rng rng;
    pthread_t thread;
} Worker;

static bool is_stopped(void *run) {
    return atomic_load_explicit(&((Run *)run)->stop, memory_order_relaxed);
}

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
        .stop = {is_stopped, w->run},
    };
    return engine_run(w->engine, &request).lines[0];
}

static bool random_opening(Worker *w, PackedGame *g, Board *b) {
    const SelfplayOptions *o = w->run->options;
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
    const SelfplayOptions *o = w->run->options;
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

static PackedGame *play_game(Worker *w, int number) {
    const SelfplayOptions *o = w->run->options;
    PackedGame *g = mem_alloc(sizeof *g);
    Board b;
    g->rules = o->rules;
    g->size = o->size;
    w->rng = (Rng){o->seed};
    w->rng.state = rng_next(&w->rng) + (uint64_t)number;
    w->rng.state = rng_next(&w->rng);
    engine_clear(w->engine);
    while (!is_stopped(w->run) && !random_opening(w, g, &b)) {
    }
    while (!is_stopped(w->run) && play_move(w, g, &b)) {
    }
    return g;
}

// ---- Workers

static void *work(void *argument) {
    Worker *w = argument;
    Run *r = w->run;
    pthread_mutex_lock(&r->lock);
    while (!is_stopped(r) && r->next < r->options->games) {
        int number = r->next++;
        pthread_mutex_unlock(&r->lock);
        PackedGame *g = play_game(w, number);
        pthread_mutex_lock(&r->lock);
        if (is_stopped(r)) // the game is unfinished
            mem_free(g);
        else
            r->done[number] = g;
        pthread_cond_broadcast(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static bool worker_init(Worker *w, Run *r, Error *err) {
    const SelfplayOptions *o = r->options;
    w->run = r;
    w->engine = engine_new(&(EngineOptions){
        .net = o->net ? o->net : "off",
        .weights = o->weights,
        .memory = o->net ? ENGINE_NET_MEMORY_MIN : ENGINE_MEMORY_MIN,
    });
    return engine_prepare(w->engine, o->rules, err);
}

static int start_threads(Worker *workers, int count) {
    int started = 0;
    while (started < count && thread_start(&workers[started].thread, work, &workers[started]))
        started++;
    return started;
}

// ---- The calling thread

// Called with the lock held. Releases it during the callback, which may be slow.
static bool report(Run *r, int number, const SelfplayCallbacks *callbacks) {
    PackedGame *g = r->done[number];
    r->done[number] = NULL;
    pthread_mutex_unlock(&r->lock);
    bool continues = callbacks->finished(callbacks->context, g);
    mem_free(g);
    pthread_mutex_lock(&r->lock);
    return continues;
}

static void report_all(Run *r, const SelfplayCallbacks *callbacks) {
    pthread_mutex_lock(&r->lock);
    int reported = 0;
    bool continues = true;
    while (continues && reported < r->options->games) {
        if (r->done[reported])
            continues = report(r, reported++, callbacks);
        else
            thread_wait_ms(&r->changed, &r->lock, WAIT_MS);
        continues = continues && callbacks->waiting(callbacks->context);
    }
    atomic_store(&r->stop, true);
    // Also keeps games that finished after an unfinished one.
    for (int i = reported; i < r->options->games; i++)
        if (r->done[i])
            report(r, i, callbacks);
    pthread_mutex_unlock(&r->lock);
}

static bool play_with(Run *r, Worker *workers, const SelfplayCallbacks *callbacks, Error *err) {
    for (int i = 0; i < r->options->threads; i++)
        if (!worker_init(&workers[i], r, err))
            return false;
    int started = start_threads(workers, r->options->threads);
    if (started > 0)
        report_all(r, callbacks);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return started > 0 || error_set(err, "cannot start a thread");
}

bool selfplay_run(const SelfplayOptions *options, const SelfplayCallbacks *callbacks, Error *err) {
    Run r = {.options = options};
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.changed, NULL);
    r.done = mem_alloc((size_t)options->games * sizeof(PackedGame *));
    Worker *workers = mem_alloc((size_t)options->threads * sizeof *workers);
    bool ok = play_with(&r, workers, callbacks, err);
    for (int i = 0; i < options->threads; i++)
        engine_free(workers[i].engine);
    for (int i = 0; i < options->games; i++)
        mem_free(r.done[i]);
    mem_free(workers);
    mem_free(r.done);
    pthread_cond_destroy(&r.changed);
    pthread_mutex_destroy(&r.lock);
    return ok;
}
