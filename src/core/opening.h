// Opening protocols, as tables: who places the first stones where, and who then chooses a colour.
//
// Players are called by seat, because colours change hands: SEAT_FIRST sat down as Black. An answer
// that is not a stone is one of the points POINT_STAY (keep the colour), POINT_SWAP (take the
// other) and POINT_MORE (place two more stones and let the other side choose), so that it travels
// through history, undo and records as a move does.
#pragma once

#include "base/error.h"
#include "core/board.h"

typedef enum { SEAT_FIRST, SEAT_SECOND } Seat;

enum { OPENING_STEPS_MAX = 4, OPENING_STONES_MAX = 5 };

// Answers a choice may have, as bits.
enum { MAY_STAY = 1, MAY_SWAP = 2, MAY_MORE = 4 };

// Either stones to place or a choice. POINT_MORE goes on to the next step; any other choice ends
// the opening.
typedef struct {
    uint8_t seat, stones, choices;
} OpeningStep;

typedef struct {
    const char *name, *summary;
    OpeningStep steps[OPENING_STEPS_MAX]; // ends with a row of zeros
    // Where each of the first stones must be.
    struct {
        bool at_centre;
        uint8_t min; // distance from the centre; asks nothing where the board is too small for it
    } zones[OPENING_STONES_MAX];
} OpeningRule;

// Where a game stands in its opening. A plain value.
typedef struct {
    const OpeningRule *rule; // one of the rows, which last for ever
    uint8_t step;            // the index of the current one
    uint8_t placed;          // stones of it that are on the board
    bool swapped;            // SEAT_FIRST has White now
} Opening;

extern const OpeningRule opening_none, opening_swap, opening_swap2, opening_pro, opening_long_pro;

const OpeningRule *opening_rule_at(int i); // NULL after the last
const char *opening_rule_name(int i);
const OpeningRule *opening_rule_find(const char *name, Error *err);

Opening opening_start(const OpeningRule *rule);

// The step to be done now, NULL once ordinary play has begun.
const OpeningStep *opening_step(const Opening *o);

// Whose seat is to act, be it by a stone or by a choice; `turn` is the colour to move.
Seat opening_seat(const Opening *o, Stone turn);

// Does the rule say where on `b` the next stone must be?
bool opening_has_zone(const Opening *o, const Board *b);

// May `p`, a point or an answer, be played now? Says why not. Asks only the opening rule.
bool opening_allows(const Opening *o, const Board *b, Point p, Error *err);

// `p` was played.
void opening_advance(Opening *o, Point p);
