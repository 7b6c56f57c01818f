// Referee: plays one game between two participants, from the opening to the end, whatever they do.
#pragma once

#include "match/adjudication.h"
#include "match/opening_book.h"
#include "match/participant.h"

typedef struct {
    const ParticipantOptions *participants; // borrowed: rules, size and time
    AdjudicationRules adjudication;
    int max_moves;        // a draw after this many moves; 0: no limit
    int64_t tolerance_ms; // time margin per move, for pipes and a busy machine
} RefereeOptions;

typedef struct {
    Game game;             // finished, unless the match was stopped
    Error why;             // details of a loss that is not on the board; otherwise ""
    int64_t longest_ms[2]; // longest move by seat; 0 without a clock
} PlayedGame;

// Measures time only if there is a time limit, so that games of deterministic players give
// identical files. `sides` is indexed by seat: the first starts as Black.
void referee_play(Participant *const sides[2], const OpeningLine *opening,
                  const RefereeOptions *options, PlayedGame *out);

// True if the loser failed (time, illegal move, crash, no answer), so its engine is restarted.
bool end_is_fault(EndReason reason);
