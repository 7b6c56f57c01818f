// Openings that favour neither side: a few random stones near each other, then the move whose value
// is nearest to nothing, if a deeper search agrees.
#pragma once

#include "match/opening_book.h"
#include "player/analyst.h"

typedef struct {
    const Rules *rules;
    int size;
    int stones;    // of an opening, 2 to OPENING_LINE_MAX
    int bound;     // the most that either side may be ahead
    int64_t nodes; // of the search for the last move; the check has BALANCED_OPENING_CHECK times as
                   // many
    uint64_t seed;
} BalancedOpeningOptions;

enum { BALANCED_OPENING_CHECK = 8 };

typedef struct {
    OpeningLine line;
    int value; // for the side to move after it
} BalancedOpening;

// The result of one attempt depends on the recipe and the number alone. False if it found none, or
// was interrupted, which is asked as in Limits.
bool balanced_opening_attempt(Analyst *analyst, const BalancedOpeningOptions *recipe, int number,
                              bool (*interrupted)(void *context), void *context,
                              BalancedOpening *out);

// Engines that say the same here think alike, and so make the same openings of a recipe: a hash of
// what a few small attempts came to. Only the recipe's rules and size count.
uint64_t balanced_opening_signature(Analyst *analyst, const BalancedOpeningOptions *recipe);

// The same for two lines if the positions they lead to are, turned or mirrored.
uint64_t balanced_opening_key(const OpeningLine *line, int size);
