// Match participant: one of our players in this process, or an external engine behind pipes that
// speaks the Gomocup protocol or GTP, or in the mist the course's protocol. Nothing it does can
// stop the match: anything other than a move ends the game, and an engine that caused this is
// restarted for the next game.
#pragma once

#include "base/str.h"
#include "core/game.h"
#include "player/player.h"

// Shared by all participants of a match.
typedef struct {
    const Rules *rules;
    int size;
    const OpeningRule *opening;
    bool mist;              // Gomoku in the Mist
    TimeControl time;       // without byoyomi
    int64_t patience_ms;    // timeout for untimed answers, and on top of the time for a move
    int64_t pause_ms;       // between an engine's answer and the next command
    int64_t depth, nodes;   // for our players, and engines that have the option; 0: no limit
    int64_t memory;         // limit in bytes, for those too
    bool restart;           // restart engines for each game
    bool wants_evaluations; // ask engines to print their evaluations
    StopToken stop;         // leaves the game unfinished
} ParticipantOptions;

typedef struct Participant Participant;

// `description`: a player such as "strong:100", "gomocup:COMMAND ARGUMENTS" or
// "gtp:COMMAND ARGUMENTS" (split at blanks), optionally prefixed with "NAME=". In the mist:
// "strong:100" that gets only views, "open:strong:100" that sees the board, and "mist:COMMAND
// ARGUMENTS". Does not start the engine. The options are borrowed.
Participant *participant_new(const char *description, const ParticipantOptions *options,
                             Error *err);
void participant_free(Participant *participant);

// Appends NAME, or the whole description if it has no name.
void participant_format_name(const char *description, Str *out);

// A program, or a player that reads a file: strong:net=FILE.
bool participant_is_external(const char *description);

// For a description from elsewhere. Without `allows_external` it must not be external; with it, its
// program (gomocup:./NAME) or file must be in the working directory.
bool participant_check(const char *description, bool allows_external, Error *err);

// Prepares for a new game. Returns END_NONE, or the reason it loses that game, with details in
// *why.
EndReason participant_begin(Participant *participant, Error *why);

// Waits until `pause_ms` after an engine's last answer. Call before starting the clock.
void participant_pause(const Participant *participant);

// Asks for the next move or opening choice. Returns END_NONE and a move, which may be illegal, or
// the reason it loses. `budget_ms` is the time it may use; timer_unlimited: no limit. The caller
// measures the time.
EndReason participant_choose(Participant *participant, const Game *g, int64_t budget_ms,
                             PlayerMove *out, Error *why);

// Ends the game. `g` is NULL if no move was asked for. `failed`: it lost by a fault (end_is_fault),
// so its engine is killed.
void participant_finish(Participant *participant, const Game *g, bool failed);

// Opens an external engine as a player, for the interfaces where people play: "gomocup:COMMAND
// ARGUMENTS" or "gtp:COMMAND ARGUMENTS". Starts the engine at the first move. Not in the table of
// player.c, because some users may name a player but must not start programs.
bool external_player_open(const char *description, Player *out, Error *err);
