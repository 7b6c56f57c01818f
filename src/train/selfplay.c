#include "train/selfplay.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/thread.h"
#include "base/util.h"
#include "engine/engine.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    WAIT_MS = 100,      // between two looks at whether somebody wants to stop
    TRIAL_NODES = 1500, // of the search that judges an opening
    STRAY_CHOICES = 5,  // points among which a move that strays is the best
    STRAY_NODES = 300,
};

typedef struct {
    const SelfplayOptions *options;
    atomic_bool stop;

    pthread_mutex_t lock; // of what follows
    pthread_cond_t changed;
    int next;          // the first game that nobody has taken
    PackedGame **done; // by number; NULL before the end and after the report
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

// ---- One game

static void add_move(PackedGame *g, Board *b, PackedMove m) {
    g->moves[g->count++] = m;
    board_play(b, m.point);
}

// An empty point at most two away from a stone, or on an empty board anywhere but near the edge.
static Point throw_stone(const Board *b, Rng *rng) {
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

static EngineAnswer think(Worker *w, const Board *b, EngineLimits limits) {
    limits.interrupted = is_stopped;
    limits.context = w->run;
    return engine_think(w->engine, b, &limits);
}

static bool throw_opening(Worker *w, PackedGame *g, Board *b) {
    const SelfplayOptions *o = w->run->options;
    int stones = o->stones_min + rng_below(&w->rng, o->stones_max - o->stones_min + 1);
    board_init(b, o->rules, o->size);
    g->count = 0;
    while (g->count < stones) {
        Point p = throw_stone(b, &w->rng);
        if (board_check(b, p) == PLAY_OK)
            add_move(g, b, (PackedMove){.point = p});
        if (!board_has_legal_move(b))
            return false;
    }
    g->opening = g->count;
    int value = think(w, b, (EngineLimits){.nodes = TRIAL_NODES}).lines[0].value;
    return abs(value) <= o->balance;
}

// The best of a few points near the stones: not senseless, and rarely what the search wanted.
static Point stray(Worker *w, const Board *b) {
    Point points[STRAY_CHOICES];
    int count = 0;
    for (int tries = 0; tries < STRAY_CHOICES; tries++) {
        Point p = throw_stone(b, &w->rng);
        if (board_check(b, p) == PLAY_OK)
            points[count++] = p;
    }
    if (count == 0)
        return POINT_NONE;
    return think(w, b, (EngineLimits){.nodes = STRAY_NODES, .only = points, .only_count = count})
        .lines[0]
        .move;
}

// A board two thirds full is a draw: what follows teaches nothing.
static bool is_long(const PackedGame *g) {
    return 3 * g->count >= 2 * g->size * g->size;
}

// False if the game ends with it.
static bool play_move(Worker *w, PackedGame *g, Board *b) {
    const SelfplayOptions *o = w->run->options;
    int64_t nodes = o->nodes_min + rng_below(&w->rng, (int)(o->nodes_max - o->nodes_min) + 1);
    EngineAnswer answer = think(w, b, (EngineLimits){.nodes = nodes});
    const EngineLine *best = &answer.lines[0];
    PackedMove move = {.point = best->move, .value = (int16_t)best->value};
    if (best->move == POINT_PASS)
        return false;
    bool is_certain = engine_is_certain(best->value);
    if (is_certain)
        g->winner = best->value > 0 ? (Stone)b->turn : stone_other(b->turn);
    if (!is_certain && o->stray && rng_below(&w->rng, o->stray) == 0) {
        Point p = stray(w, b);
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
    engine_forget(w->engine);
    while (!is_stopped(w->run) && !throw_opening(w, g, &b)) {
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
        if (is_stopped(r)) // cut short
            mem_free(g);
        else
            r->done[number] = g;
        pthread_cond_broadcast(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static bool hire(Worker *w, Run *r, Error *err) {
    const SelfplayOptions *o = r->options;
    w->run = r;
    w->engine = engine_new(o->rules);
    engine_set_memory(w->engine, o->net ? ENGINE_NET_MEMORY_MIN : ENGINE_MEMORY_MIN, 0);
    return (!o->weights || engine_load_weights(w->engine, o->weights, err)) &&
           (!o->net || engine_load_net(w->engine, o->net, err));
}

static int start_threads(Worker *workers, int count) {
    int started = 0;
    while (started < count && thread_start(&workers[started].thread, work, &workers[started]))
        started++;
    return started;
}

// ---- The thread that asked

// The audience is told without the lock: it may take its time. With it held; returns likewise.
static bool report(Run *r, int number, const SelfplayCallbacks *audience) {
    PackedGame *g = r->done[number];
    r->done[number] = NULL;
    pthread_mutex_unlock(&r->lock);
    bool goes_on = audience->finished(audience->context, g);
    mem_free(g);
    pthread_mutex_lock(&r->lock);
    return goes_on;
}

static void watch(Run *r, const SelfplayCallbacks *audience) {
    pthread_mutex_lock(&r->lock);
    int reported = 0;
    bool goes_on = true;
    while (goes_on && reported < r->options->games) {
        if (r->done[reported])
            goes_on = report(r, reported++, audience);
        else
            thread_wait_ms(&r->changed, &r->lock, WAIT_MS);
        goes_on = goes_on && audience->waiting(audience->context);
    }
    atomic_store(&r->stop, true);
    // What was finished behind a game that was not is kept too.
    for (int i = reported; i < r->options->games; i++)
        if (r->done[i])
            report(r, i, audience);
    pthread_mutex_unlock(&r->lock);
}

static bool play_with(Run *r, Worker *workers, const SelfplayCallbacks *audience, Error *err) {
    for (int i = 0; i < r->options->threads; i++)
        if (!hire(&workers[i], r, err))
            return false;
    int started = start_threads(workers, r->options->threads);
    if (started > 0)
        watch(r, audience);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return started > 0 || error_set(err, "cannot start a thread");
}

bool selfplay_run(const SelfplayOptions *options, const SelfplayCallbacks *audience, Error *err) {
    Run r = {.options = options};
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.changed, NULL);
    r.done = mem_alloc((size_t)options->games * sizeof(PackedGame *));
    Worker *workers = mem_alloc((size_t)options->threads * sizeof *workers);
    bool ok = play_with(&r, workers, audience, err);
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
