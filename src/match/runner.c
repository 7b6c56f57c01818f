#include "match/runner.h"

#include "base/mem.h"
#include "base/thread.h"
#include "base/util.h"
#include "core/opening.h"
#include "core/point.h"

#include <assert.h>
#include <stdatomic.h>

enum {
    WAIT_MS = 100, // interval of the `waiting` callback
    AHEAD = 16,    // games per worker ahead of the oldest unfinished one; limits memory
};

typedef struct {
    const RunnerOptions *options;
    ParticipantOptions participants;
    RefereeOptions referee;
    pthread_mutex_t start_lock;
    atomic_bool stop;

    pthread_mutex_t lock; // protects the fields below
    pthread_cond_t changed;
    int next;            // the next game to start
    int reported;        // games passed to the callback
    PlayedGame **played; // by number; NULL before a game is finished and after it is reported
} Runner;

typedef struct {
    Runner *runner;
    pthread_t thread;
    Participant *participants[PARTICIPANTS_MAX];
} Worker;

// ---- Workers

static bool worker_init(Worker *w, Runner *r, Error *err) {
    w->runner = r;
    for (int i = 0; i < r->options->schedule.participants; i++) {
        const char *description = r->options->descriptions[i];
        w->participants[i] = participant_new(description, &r->participants, err);
        if (!w->participants[i])
            return error_prefix(err, description);
    }
    return true;
}

static void worker_release(Worker *w) {
    for (int i = 0; i < PARTICIPANTS_MAX; i++)
        participant_free(w->participants[i]);
}

// An engine that cannot be started, or a player whose files are missing, is a usage error, not a
// lost game.
static bool check_participants(Worker *w, Error *err) {
    for (int i = 0; i < w->runner->options->schedule.participants; i++) {
        bool ok = participant_begin(w->participants[i], err) == END_NONE;
        participant_finish(w->participants[i], !ok);
        if (!ok)
            return error_prefix(err, w->runner->options->descriptions[i]);
    }
    return true;
}

static bool is_stopped(void *runner) {
    return atomic_load(&((Runner *)runner)->stop);
}

// The number of the next game to play; -1 if none is left. Called with the lock held.
static int take_game(Runner *r) {
    int total = schedule_games(&r->options->schedule);
    int ahead = AHEAD * r->options->concurrency;
    while (!is_stopped(r) && r->next < total && r->next >= r->reported + ahead)
        pthread_cond_wait(&r->changed, &r->lock);
    return is_stopped(r) || r->next >= total ? -1 : r->next++;
}

static void submit(Runner *r, int number, PlayedGame *played) {
    r->played[number] = played;
    pthread_cond_broadcast(&r->changed);
}

static PlayedGame *play_game(Worker *w, int number) {
    ScheduledGame game = schedule_game(&w->runner->options->schedule, number);
    PlayedGame *played = mem_alloc(sizeof *played);
    Participant *sides[2];
    for (int seat = 0; seat < 2; seat++)
        sides[seat] = w->participants[game.seats[seat]];
    referee_play(sides, &game.opening, &w->runner->referee, played);
    return played;
}

static void *work(void *argument) {
    Worker *w = argument;
    Runner *r = w->runner;
    pthread_mutex_lock(&r->lock);
    for (int number; (number = take_game(r)) >= 0;) {
        pthread_mutex_unlock(&r->lock);
        PlayedGame *played = play_game(w, number);
        pthread_mutex_lock(&r->lock);
        if (is_stopped(r)) // the game is unfinished
            mem_free(played);
        else
            submit(r, number, played);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

// ---- The calling thread

// Called with the lock held.
static void stop(Runner *r) {
    atomic_store(&r->stop, true);
    pthread_cond_broadcast(&r->changed);
}

// Releases the lock during the callback, which may be slow.
static bool report(Runner *r, const RunnerCallbacks *callbacks) {
    int number = r->reported;
    PlayedGame *played = r->played[number];
    r->played[number] = NULL;
    pthread_mutex_unlock(&r->lock);
    bool continues = callbacks->finished(callbacks->context, number, played);
    mem_free(played);
    pthread_mutex_lock(&r->lock);
    r->reported++;
    pthread_cond_broadcast(&r->changed);
    return continues;
}

static void report_all(Runner *r, const RunnerCallbacks *callbacks) {
    int total = schedule_games(&r->options->schedule);
    pthread_mutex_lock(&r->lock);
    bool continues = true;
    while (continues && r->reported < total) {
        if (r->played[r->reported])
            continues = report(r, callbacks);
        else
            thread_wait_ms(&r->changed, &r->lock, WAIT_MS);
        continues = callbacks->waiting(callbacks->context) && continues;
    }
    stop(r);
    pthread_mutex_unlock(&r->lock);
}

static int start_threads(Worker *workers, int count) {
    int started = 0;
    while (started < count && thread_start(&workers[started].thread, work, &workers[started]))
        started++;
    return started;
}

static bool play_with(Runner *r, Worker *workers, const RunnerCallbacks *callbacks, Error *err) {
    int count = r->options->concurrency;
    for (int i = 0; i < count; i++)
        if (!worker_init(&workers[i], r, err))
            return false;
    if (!check_participants(&workers[0], err))
        return false;
    int started = start_threads(workers, count);
    if (started > 0)
        report_all(r, callbacks);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return started > 0 || error_set(err, "cannot start a thread");
}

bool runner_play(const RunnerOptions *options, const RunnerCallbacks *callbacks, Error *err) {
    Runner r = {.options = options, .next = options->first_game, .reported = options->first_game};
    pthread_mutex_init(&r.start_lock, NULL);
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.changed, NULL);
    r.participants = options->participants;
    r.participants.start_lock = &r.start_lock;
    r.participants.stop = (StopToken){is_stopped, &r};
    r.referee = options->referee;
    r.referee.participants = &r.participants;
    int total = schedule_games(&options->schedule);
    r.played = mem_alloc((size_t)total * sizeof(PlayedGame *));
    Worker *workers = mem_alloc((size_t)options->concurrency * sizeof *workers);

    bool ok = play_with(&r, workers, callbacks, err);

    for (int i = 0; i < options->concurrency; i++)
        worker_release(&workers[i]);
    for (int i = 0; i < total; i++)
        mem_free(r.played[i]);
    mem_free(workers);
    mem_free(r.played);
    pthread_cond_destroy(&r.changed);
    pthread_mutex_destroy(&r.lock);
    pthread_mutex_destroy(&r.start_lock);
    return ok;
}

static int pairings_of(const Schedule *s) {
    int n = s->participants;
    return s->gauntlet ? n - 1 : n * (n - 1) / 2;
}

int schedule_games(const Schedule *s) {
    return 2 * s->rounds * pairings_of(s);
}

// The n-th of 0-1, 0-2, ..., 1-2, ... A gauntlet is the first part of this list.
static void pick_pairing(const Schedule *s, int n, ScheduledGame *game) {
    int first = 0;
    for (int rest = s->participants - 1; n >= rest; rest--) {
        n -= rest;
        first++;
    }
    game->first = first;
    game->second = first + 1 + n;
}

// The opening of a round, the same for all pairings. Every round has its own random numbers.
static OpeningLine opening_of(const Schedule *s, int round) {
    Rng mixer = {s->seed};
    Rng rng = {rng_next(&mixer) + (uint64_t)round};
    if (!s->book)
        return opening_line_random(s->rules, s->size, s->random_stones, &rng);
    OpeningLine line = s->book->lines[round % s->book->count];
    int symmetry = rng_below(&rng, SYMMETRY_COUNT);
    for (int i = 0; i < line.count; i++)
        line.points[i] = symmetry_apply(symmetry, line.points[i], s->size);
    return line;
}

ScheduledGame schedule_game(const Schedule *s, int number) {
    assert(number >= 0 && number < schedule_games(s));
    ScheduledGame game;
    int pair = number / 2;
    pick_pairing(s, pair % pairings_of(s), &game);
    game.opening = opening_of(s, pair / pairings_of(s));
    game.seats[SEAT_FIRST] = number % 2 == 0 ? game.first : game.second;
    game.seats[SEAT_SECOND] = number % 2 == 0 ? game.second : game.first;
    return game;
}
