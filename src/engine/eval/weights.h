// Weights of the classical evaluation and move ordering: a row for each code of four shapes
// (engine/board/patterns.h), and one for each set of threats on the board.
//
// A plain value. Each colour has its own rows, because renju's rules differ by colour.
#pragma once

#include "core/rules.h"

#include <stdint.h>

enum {
    WEIGHTS_CODES = 3060, // four of fifteen shapes, in any order

    // Weights are clamped to these, so that sums fit 16 bits: the values of all points that a move
    // changes, and an attack plus a defence.
    WEIGHTS_VALUE_MAX = 400,
    WEIGHTS_SCORE_MAX = 16000,
};

// What a side could make with its next move. In a set of threats the side to move has the low bits,
// the opponent the high ones.
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

// By colour - BLACK and code of an empty point for that colour.
typedef struct {
    int16_t value[2][WEIGHTS_CODES];   // evaluation
    int16_t attack[2][WEIGHTS_CODES];  // ordering: a move there by the same colour
    int16_t defence[2][WEIGHTS_CODES]; // ordering: a move there by the opponent, who denies it
    int16_t threat[WEIGHTS_THREATS];   // for the side to move; includes the bonus for the move
} Weights;

// Hand-written weights from a few numbers per shape and category: the start of tuning, and the
// default for rules without a weight file.
void weights_by_hand(const Rules *rules, Weights *w);

// Default weights: the embedded file of data/weights, or the hand-written ones.
void weights_default(const Rules *rules, Weights *w);
