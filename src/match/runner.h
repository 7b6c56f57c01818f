// Match runner: plays the games of a schedule, several at once on worker threads. Reports results
// in the order of the schedule, so that the output does not depend on which game finished first.
#pragma once

#include "match/opening_book.h"
#include "match/referee.h"

// Schedule of a match: round robin or gauntlet. Pairing and opening are a pure function of the
// settings and the game number, so the same seed gives the same games at any concurrency.
//
// Games 2k and 2k + 1 are a pair: the same two participants and the same opening with colors
// swapped. All pairings of a round share their opening.
typedef struct {
    int participants; // at least 2
    bool gauntlet;    // the first against each of the others, instead of a round robin
    int rounds;       // game pairs per pairing
    const Rules *rules;
    int size;
    const OpeningBook *book; // borrowed; NULL: random stones
    int random_stones;       // per opening, without a book
    uint64_t seed;           // of random openings, and of the symmetry applied to book openings
} Schedule;

enum { PARTICIPANTS_MAX = 64 };

typedef struct {
    int first, second; // the pairing; `first` < `second`
    int seats[2];      // the same two by seat: who starts as Black, who as White
    OpeningLine opening;
} ScheduledGame;

int schedule_games(const Schedule *s);

// `number` is from 0 to schedule_games - 1.
ScheduledGame schedule_game(const Schedule *s, int number);

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
    ParticipantOptions participants; // `stop` is set by the runner
    RefereeOptions referee;          // `participants` is set by the runner
    int concurrency;                 // games at once
    int first_game;                  // for a resumed match: skip the games before this one
} RunnerOptions;

// False if a participant's description is invalid or it cannot be started; then no games are
// played.
bool runner_play(const RunnerOptions *options, const RunnerCallbacks *callbacks, Error *err);
