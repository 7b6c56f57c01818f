// What the classical evaluation and the order of moves believe, as numbers: a row for each code of
// four shapes (engine/board/patterns.h), and one for each set of threats that stand on the board.
//
// A plain value. Renju's colours play by different rules, so each colour has its own rows.
#pragma once

#include "core/rules.h"

#include <stdint.h>

enum {
    WEIGHTS_CODES = 3060, // four of fifteen shapes, in any order

    // Numbers beyond these are taken for these, so that sums of them fit sixteen bits: of the
    // values of all the points that a move changes, and of an attack and a defence.
    WEIGHTS_VALUE_MAX = 400,
    WEIGHTS_SCORE_MAX = 16000,
};

// What a side could make next, whatever the other does. The side to move has the lower bits of a
// set, the other side the upper ones.
typedef enum {
    THREAT_OPEN_THREE,
    THREAT_OPEN_THREES,
    THREAT_FOUR,
    THREAT_FOUR_THREE,
    THREAT_OPEN_FOUR,
    THREAT_FIVE,
    THREAT_CLASSES,
} ThreatClass;

enum { WEIGHTS_THREATS = 1 << 2 * THREAT_CLASSES };

typedef struct {
    int16_t value[2][WEIGHTS_CODES];  // of an empty point for the colour - BLACK that has this code
    int16_t attack[2][WEIGHTS_CODES]; // how much a move there promises whoever has the code
    int16_t defence[2][WEIGHTS_CODES]; // and the other side, which takes it away
    int16_t threat[WEIGHTS_THREATS];   // for the side to move, by the set of threats; what the move
                                       // itself is worth is in each of them
} Weights;

// From a few numbers a shape and a category: what tuning began with, and what rules without a file
// of their own use.
void weights_by_hand(const Rules *rules, Weights *w);

// What is used where nobody says otherwise: those of data/weights, which are inside the program.
void weights_default(const Rules *rules, Weights *w);
