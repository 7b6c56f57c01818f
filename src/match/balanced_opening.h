// Generator of balanced openings: a few random stones near each other, then the move with the
// evaluation closest to 0, kept if a deeper search agrees.
#pragma once

#include "engine/engine.h"
#include "match/opening_book.h"

typedef struct {
    const Rules *rules;
    int size;
    int stones;    // per opening, 2 to OPENING_LINE_MAX
    int bound;     // maximum advantage of either side
    int64_t nodes; // for finding the last move; the check gets BALANCED_OPENING_CHECK times as many
    uint64_t seed;
} BalancedOpeningOptions;

enum { BALANCED_OPENING_CHECK = 8 };

typedef struct {
    OpeningLine line;
    int value; // for the side to move after it
} BalancedOpening;

// One attempt; depends only on the options and the number. False if the opening is not balanced or
// the attempt was stopped.
bool balanced_opening_attempt(Engine *engine, const BalancedOpeningOptions *options, int number,
                              StopToken stop, BalancedOpening *out);

// A hash of a few small attempts. Engines with the same signature generate the same openings. Of
// the options only rules and size matter.
uint64_t balanced_opening_signature(Engine *engine, const BalancedOpeningOptions *options);

// Equal for lines that lead to the same position up to symmetry.
uint64_t balanced_opening_key(const OpeningLine *line, int size);
