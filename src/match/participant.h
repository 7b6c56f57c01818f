// A side of a match: a player of ours in this process, or a program behind pipes that speaks
// Gomocup's protocol or GTP. Nothing it does can stop the match: what is no move is an end of the
// game, and a program that caused one is started anew for the next.
#pragma once

#include "base/str.h"
#include "core/game.h"
#include "player/player.h"

#include <pthread.h>
#include <stdatomic.h>

// What is the same for all.
typedef struct {
    const Rules *rules;
    int size;
    const OpeningRule *opening;
    TimeControl time;          // without byoyomi
    int64_t patience_ms;       // for an answer that costs no time, and beyond the time of a move
    int64_t pause_ms;          // between a program's answer and what it is told next
    int64_t depth, nodes;      // for players, and programs that can be told; 0: no limit
    int64_t memory;            // bytes, likewise
    bool restart;              // programs anew for each game
    bool asks_opinions;        // programs shall say what they think
    pthread_mutex_t *starting; // as program.h has it
    const atomic_bool *stop;
    bool (*interrupted)(void *context); // asked as well, where it is not NULL
    void *context;
} ParticipantOptions;

typedef struct Participant Participant;

// "strong:100" and every other player; "gomocup:COMMAND ARGUMENTS"; "gtp:COMMAND ARGUMENTS", cut at
// blanks. "NAME=" may stand before any. Starts nothing. The options are borrowed.
Participant *participant_new(const char *description, const ParticipantOptions *options,
                             Error *err);
void participant_free(Participant *c);

// The name: NAME, or the whole description.
void participant_format_name(const char *description, Str *out);

// Gets it ready for a new game. END_NONE, or how it loses that game, and why.
EndReason participant_begin(Participant *c, Error *why);

// Lets a program that has just answered get ready to listen: before a clock is looked at.
void participant_pause(const Participant *c);

// A move, or an answer of the opening, and what it thinks of the position.
typedef struct {
    Point move;
    Evaluation evaluation;
} ChosenMove;

// What it does when it is to act. END_NONE and a choice, whose move need not be legal; or how it
// loses. It may use up to `budget_ms`, timer_unlimited if there is no limit; whoever asks measures
// that.
EndReason participant_choose(Participant *c, const Game *g, int64_t budget_ms, ChosenMove *out,
                             Error *why);

// The game is over for it. `failed`: by its own fault, so that it must not be trusted any more.
void participant_finish(Participant *c, bool failed);
