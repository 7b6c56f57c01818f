#include "match/runner.h"

#include "base/mem.h"
#include "base/thread.h"
#include "base/util.h"

enum {
    WAIT_MS = 100, // between two looks at whether somebody wants to stop
    AHEAD = 16,    // games a worker may be ahead of the oldest unfinished one: bounds the memory
};

typedef struct {
    const RunnerOptions *options;
    ParticipantOptions contestants;
    RefereeOptions referee;
    pthread_mutex_t starting;
    atomic_bool stop;

    pthread_mutex_t lock; // of what follows
    pthread_cond_t changed;
    int next;            // the first game that nobody has taken
    int reported;        // games the audience knows of
    PlayedGame **played; // by number; NULL before the end and after the report
} Runner;

typedef struct {
    Runner *runner;
    pthread_t thread;
    Participant *contestants[PARTICIPANTS_MAX];
} Worker;

// ---- Workers

static bool hire(Worker *w, Runner *r, Error *err) {
    w->runner = r;
    for (int i = 0; i < r->options->schedule.contestants; i++) {
        const char *description = r->options->descriptions[i];
        w->contestants[i] = participant_new(description, &r->contestants, err);
        if (!w->contestants[i])
            return error_prefix(err, description);
    }
    return true;
}

static void dismiss(Worker *w) {
    for (int i = 0; i < PARTICIPANTS_MAX; i++)
        participant_free(w->contestants[i]);
}

// A program that cannot be started at all, or a player whose files are not there, is a mistake of
// whoever named it, not a lost game.
static bool try_out(Worker *w, Error *err) {
    for (int i = 0; i < w->runner->options->schedule.contestants; i++) {
        bool ok = participant_begin(w->contestants[i], err) == END_NONE;
        participant_finish(w->contestants[i], !ok);
        if (!ok)
            return error_prefix(err, w->runner->options->descriptions[i]);
    }
    return true;
}

// The number of a game to play; -1 if there is none left. With the lock held.
static int take_game(Runner *r) {
    int total = schedule_games(&r->options->schedule);
    int ahead = AHEAD * r->options->concurrency;
    while (!atomic_load(&r->stop) && r->next < total && r->next >= r->reported + ahead)
        pthread_cond_wait(&r->changed, &r->lock);
    return atomic_load(&r->stop) || r->next >= total ? -1 : r->next++;
}

static void hand_in(Runner *r, int number, PlayedGame *played) {
    r->played[number] = played;
    pthread_cond_broadcast(&r->changed);
}

static PlayedGame *play_game(Worker *w, int number) {
    ScheduledGame game = schedule_game(&w->runner->options->schedule, number);
    PlayedGame *played = mem_alloc(sizeof *played);
    Participant *sides[2];
    for (int seat = 0; seat < 2; seat++)
        sides[seat] = w->contestants[game.seats[seat]];
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
        if (atomic_load(&r->stop)) // cut short, so it says nothing
            mem_free(played);
        else
            hand_in(r, number, played);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

// ---- The thread that asked

// With the lock held.
static void stop(Runner *r) {
    atomic_store(&r->stop, true);
    pthread_cond_broadcast(&r->changed);
}

// The audience is told without the lock: it may take its time.
static bool report(Runner *r, const RunnerCallbacks *audience) {
    int number = r->reported;
    PlayedGame *played = r->played[number];
    r->played[number] = NULL;
    pthread_mutex_unlock(&r->lock);
    bool goes_on = audience->finished(audience->context, number, played);
    mem_free(played);
    pthread_mutex_lock(&r->lock);
    r->reported++;
    pthread_cond_broadcast(&r->changed);
    return goes_on;
}

static void watch(Runner *r, const RunnerCallbacks *audience) {
    int total = schedule_games(&r->options->schedule);
    pthread_mutex_lock(&r->lock);
    bool goes_on = true;
    while (goes_on && r->reported < total) {
        if (r->played[r->reported])
            goes_on = report(r, audience);
        else
            thread_wait_ms(&r->changed, &r->lock, WAIT_MS);
        goes_on = audience->waiting(audience->context) && goes_on;
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

static bool play_with(Runner *r, Worker *workers, const RunnerCallbacks *audience, Error *err) {
    int count = r->options->concurrency;
    for (int i = 0; i < count; i++)
        if (!hire(&workers[i], r, err))
            return false;
    if (!try_out(&workers[0], err))
        return false;
    int started = start_threads(workers, count);
    if (started > 0)
        watch(r, audience);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return started > 0 || error_set(err, "cannot start a thread");
}

bool runner_play(const RunnerOptions *options, const RunnerCallbacks *audience, Error *err) {
    Runner r = {.options = options, .next = options->first_game, .reported = options->first_game};
    pthread_mutex_init(&r.starting, NULL);
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.changed, NULL);
    r.contestants = options->contestants;
    r.contestants.starting = &r.starting;
    r.contestants.stop = &r.stop;
    r.referee = options->referee;
    r.referee.contestants = &r.contestants;
    int total = schedule_games(&options->schedule);
    r.played = mem_alloc((size_t)total * sizeof(PlayedGame *));
    Worker *workers = mem_alloc((size_t)options->concurrency * sizeof *workers);

    bool ok = play_with(&r, workers, audience, err);

    for (int i = 0; i < options->concurrency; i++)
        dismiss(&workers[i]);
    for (int i = 0; i < total; i++)
        mem_free(r.played[i]);
    mem_free(workers);
    mem_free(r.played);
    pthread_cond_destroy(&r.changed);
    pthread_mutex_destroy(&r.lock);
    pthread_mutex_destroy(&r.starting);
    return ok;
}
