// Referee: plays one game between two participants, from the opening to the end or to adjudication,
// whatever they do.
#pragma once

#include "match/opening_book.h"
#include "match/participant.h"

// Adjudication: ends a game early once both engines agree on the result for long enough.
// 0 moves disables that kind of adjudication.
typedef struct {
    int win_score, win_moves;   // a win: at least this score for one side, for this many moves each
    int draw_score, draw_moves; // a draw: at most this score for either side
    int draw_from;              // no draws before this move number
} AdjudicationRules;

// Streaks: for how many moves in a row, counting both sides, each result was agreed on.
// Zero-initialize.
typedef struct {
    int black, white, draw;
} Adjudication;

// Adds the evaluation that `color` reported with its move.
void adjudication_add_score(Adjudication *a, const AdjudicationRules *rules, Stone color,
                            const PlayerMove *move);

// END_AGREED once both have agreed for long enough, otherwise END_NONE. `moves`: length of the
// game.
Result adjudication_result(const Adjudication *a, const AdjudicationRules *rules, int moves);

typedef struct {
    const ParticipantOptions *participants; // borrowed: rules, size and time
    AdjudicationRules adjudication;
    int max_moves;        // a draw after this many moves; 0: no limit
    int64_t tolerance_ms; // time margin per move, for pipes and a busy machine
} RefereeOptions;

typedef struct {
    Game game;             // finished, unless the match was stopped
    Error why;             // details of a loss that the board does not show; otherwise ""
    int64_t longest_ms[2]; // longest move by seat; 0 without a clock
} PlayedGame;

// Measures time only if there is a time limit, so that games of deterministic players give
// identical files. `sides` is indexed by seat: the first starts as Black.
void referee_play(Participant *const sides[2], const OpeningLine *opening,
                  const RefereeOptions *options, PlayedGame *out);

// True if the loser failed (time, illegal move, crash, no answer), so its engine is restarted.
bool end_is_fault(EndReason reason);
