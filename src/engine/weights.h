// What the classical evaluation and the order of moves believe, as numbers: a row for each code of
// four shapes (engine/pattern.h), and one for each set of threats that stand on the board.
//
// A plain value. Renju's colours play by different rules, so each colour has its own rows.
#pragma once

#include "core/rules.h"

#include <stdint.h>

enum {
    WEIGHTS_CODES = 3060,   // four of fifteen shapes, in any order
    WEIGHTS_THREATS = 1024, // sets of ThreatClass

    // Numbers beyond these are taken for these, so that sums of them fit sixteen bits: of the
    // values of all the points that a move changes, and of an attack and a defence.
    WEIGHTS_VALUE_MAX = 400,
    WEIGHTS_SCORE_MAX = 16000,
};

// Who could make what next; "own" is the side to move.
typedef enum {
    THREAT_OWN_OPEN_THREE,
    THREAT_OWN_OPEN_THREES,
    THREAT_OWN_FOUR,
    THREAT_OWN_FOUR_THREE,
    THREAT_OTHER_OPEN_THREE,
    THREAT_OTHER_OPEN_THREES,
    THREAT_OTHER_FOUR,
    THREAT_OTHER_FOUR_THREE,
    THREAT_OTHER_OPEN_FOUR,
    THREAT_OTHER_FIVE,
    THREAT_CLASSES,
} ThreatClass;

typedef struct {
    int16_t value[2][WEIGHTS_CODES];  // of an empty point for the colour - BLACK that has this code
    int16_t attack[2][WEIGHTS_CODES]; // how much a move there promises whoever has the code
    int16_t defence[2][WEIGHTS_CODES]; // and the other side, which takes it away
    int16_t threat[WEIGHTS_THREATS];   // for the side to move, by the classes as bits
} Weights;

// What is used where nobody says otherwise.
void weights_default(const Rules *rules, Weights *w);
