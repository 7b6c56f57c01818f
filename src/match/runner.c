#include "match/runner.h"

#include "base/mem.h"
#include "base/thread.h"
#include "core/opening.h"
#include "core/point.h"

#include <assert.h>

// The participants of the games on one thread.
typedef struct {
    Participant *participants[PARTICIPANTS_MAX];
} Worker;

typedef struct {
    const RunnerOptions *options;
    const RunnerCallbacks *callbacks;
    ParticipantOptions participants;
    RefereeOptions referee;
    Worker *workers;
} Runner;

// ---- Workers

static bool worker_init(Worker *w, const Runner *r, Error *err) {
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
static bool check_participants(const Runner *r, Error *err) {
    for (int i = 0; i < r->options->schedule.participants; i++) {
        Participant *participant = r->workers[0].participants[i];
        bool ok = participant_begin(participant, err) == END_NONE;
        participant_finish(participant, NULL, !ok);
        if (!ok)
            return error_prefix(err, r->options->descriptions[i]);
    }
    return true;
}

static void *play_game(void *runner, int worker, int number) {
    const Runner *r = runner;
    ScheduledGame game = schedule_game(&r->options->schedule, number);
    PlayedGame *played = mem_alloc(sizeof *played);
    Participant *sides[2];
    for (int seat = 0; seat < 2; seat++)
        sides[seat] = r->workers[worker].participants[game.seats[seat]];
    referee_play(sides, &game.opening, &r->referee, played);
    return played;
}

// ---- The match

static bool report(void *runner, int number, const void *played) {
    const RunnerCallbacks *callbacks = ((const Runner *)runner)->callbacks;
    return callbacks->finished(callbacks->context, number, played);
}

static bool while_waiting(void *runner) {
    const RunnerCallbacks *callbacks = ((const Runner *)runner)->callbacks;
    return callbacks->waiting(callbacks->context);
}

static bool play_all(Runner *r, atomic_bool *stop, Error *err) {
    const RunnerOptions *o = r->options;
    for (int i = 0; i < o->concurrency; i++)
        if (!worker_init(&r->workers[i], r, err))
            return false;
    OrderedJobs games = {.threads = o->concurrency,
                         .first = o->first_game,
                         .count = schedule_games(&o->schedule),
                         .stop = stop,
                         .context = r,
                         .run = play_game,
                         .report = report,
                         .waiting = while_waiting};
    return check_participants(r, err) && ordered_jobs_run(&games, err);
}

bool runner_play(const RunnerOptions *options, const RunnerCallbacks *callbacks, Error *err) {
    atomic_bool stop = false;
    Runner r = {.options = options,
                .callbacks = callbacks,
                .participants = options->participants,
                .referee = options->referee};
    r.participants.stop = stop_token_of(&stop);
    r.referee.participants = &r.participants;
    r.workers = mem_alloc((size_t)options->concurrency * sizeof *r.workers);
    bool ok = play_all(&r, &stop, err);
    for (int i = 0; i < options->concurrency; i++)
        worker_release(&r.workers[i]);
    mem_free(r.workers);
    return ok;
}

// ---- The schedule

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
