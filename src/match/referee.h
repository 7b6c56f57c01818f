// One game between two contestants, from the opening to an end, whatever they do.
#pragma once

#include "match/adjudication.h"
#include "match/opening_book.h"
#include "match/participant.h"

typedef struct {
    const ParticipantOptions *contestants; // borrowed: rules, size and time
    AdjudicationRules adjudication;
    int max_moves;        // a draw after so many; 0: no limit
    int64_t tolerance_ms; // beyond its time, for what pipes and a busy machine take of it
} RefereeOptions;

typedef struct {
    Game game;             // with its end, unless the match was stopped
    Error why;             // what lost it, if it was not the board; "" otherwise
    int64_t longest_ms[2]; // the longest moves, by seat; 0 without a clock
} PlayedGame;

// Time is measured only where it counts, so that games of players that always play the same are the
// same in every file. `sides` by seat: the first sits down as Black.
void referee_play(Participant *const sides[2], const OpeningLine *opening,
                  const RefereeOptions *options, PlayedGame *out);

// Is it an end by a contestant's own fault, after which it is started anew?
bool end_is_fault(EndReason reason);
