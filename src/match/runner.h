// Plays a schedule, several games at once. Results come out in the order of the schedule, so what
// is made of them does not depend on which game was faster.
#pragma once

#include "match/referee.h"
#include "match/schedule.h"

// Whoever wants to know how it goes. All are called in the thread that called runner_play.
typedef struct {
    void *context;
    // A game is over, and so are all before it. False: that is enough.
    bool (*finished)(void *context, int number, const PlayedGame *played);
    // Now and then, while nothing happens. False: stop at once.
    bool (*waiting)(void *context);
} RunnerCallbacks;

typedef struct {
    const char *const *descriptions; // of the schedule's contestants; borrowed
    Schedule schedule;
    ParticipantOptions contestants; // `starting` and `stop` are the runner's own
    RefereeOptions referee;         // so is its `contestants`
    int concurrency;                // games at once
    int first_game;                 // those before it were played before
} RunnerOptions;

// False if a contestant is not understood or cannot be started; nothing was played then.
bool runner_play(const RunnerOptions *options, const RunnerCallbacks *audience, Error *err);
