// Match runner: plays the games of a schedule, several at once on worker threads. Reports results
// in the order of the schedule, so that the output does not depend on which game finished first.
#pragma once

#include "match/referee.h"
#include "match/schedule.h"

// Called in the thread that called runner_play.
typedef struct {
    void *context;
    // This game and all games before it are finished. Return false to end the match.
    bool (*finished)(void *context, int number, const PlayedGame *played);
    // Called regularly while waiting. Return false to stop immediately.
    bool (*waiting)(void *context);
} RunnerCallbacks;

typedef struct {
    const char *const *descriptions; // of the participants; borrowed
    Schedule schedule;
    ParticipantOptions participants; // `start_lock` and `stop` are set by the runner
    RefereeOptions referee;          // `participants` is set by the runner
    int concurrency;                 // games at once
    int first_game;                  // for a resumed match: skip the games before this one
} RunnerOptions;

// False if a participant's description is invalid or it cannot be started; then no games are
// played.
bool runner_play(const RunnerOptions *options, const RunnerCallbacks *callbacks, Error *err);
