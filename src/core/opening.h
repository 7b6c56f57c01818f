// Opening protocols (swap, swap2, pro, long pro) as tables: who places the first stones and where,
// and who then chooses a color.
//
// Players are identified by seat, because colors can be swapped: SEAT_FIRST starts as Black. An
// answer that is not a stone is one of the points POINT_STAY (keep the color), POINT_SWAP (take the
// other) and POINT_MORE (place two more stones and let the other player choose), so that history,
// undo and records treat it as a move.
#pragma once

#include "base/error.h"
#include "core/board.h"

typedef enum { SEAT_FIRST, SEAT_SECOND } Seat;

enum { OPENING_STEPS_MAX = 4, OPENING_STONES_MAX = 5 };

// The answers allowed in a choice, as bits.
enum { MAY_STAY = 1, MAY_SWAP = 2, MAY_MORE = 4 };

// Either stones to place or a choice. POINT_MORE continues with the next step; any other choice
// ends the opening.
typedef struct {
    uint8_t seat, stones, choices;
} OpeningStep;

typedef struct {
    const char *name, *summary;
    OpeningStep steps[OPENING_STEPS_MAX]; // ends with a row of zeros
    // Where each of the first stones must be.
    struct {
        bool at_center;
        uint8_t min; // minimum distance from the center; ignored if the board is too small for it
    } zones[OPENING_STONES_MAX];
} OpeningRule;

// The state of a game's opening. A plain value.
typedef struct {
    const OpeningRule *rule; // one of the static rows
    uint8_t step;            // index of the current step
    uint8_t placed;          // stones of this step already on the board
    bool swapped;            // SEAT_FIRST has White now
} Opening;

extern const OpeningRule opening_none, opening_swap, opening_swap2, opening_pro, opening_long_pro;

const OpeningRule *opening_rule_at(int i); // NULL after the last
const char *opening_rule_name(int i);
const OpeningRule *opening_rule_find(const char *name, Error *err);

Opening opening_start(const OpeningRule *rule);

// The current step; NULL once normal play has begun.
const OpeningStep *opening_step(const Opening *o);

// The seat to act, with a stone or a choice. `turn` is the color to move.
Seat opening_seat(const Opening *o, Stone turn);

// Where the next stone may be: only inside, or only outside, the square of points at most `radius`
// lines from the center.
typedef struct {
    enum { ZONE_NONE, ZONE_INSIDE, ZONE_OUTSIDE } kind;
    int radius;
} OpeningZone;

OpeningZone opening_zone(const Opening *o, const Board *b);

// Checks only the opening rule: true if `p`, a point or an answer, may be played now.
bool opening_allows(const Opening *o, const Board *b, Point p, Error *err);

// Advances the state after `p` was played.
void opening_advance(Opening *o, Point p);
