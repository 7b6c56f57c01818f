// Openings that favour neither side: a few random stones near each other, then the move whose value
// is nearest to nothing, if a deeper search agrees.
#pragma once

#include "match/book.h"
#include "player/analyst.h"

typedef struct {
    const Rules *rules;
    int size;
    int stones;    // of an opening, 2 to LINE_STONES_MAX
    int bound;     // the most that either side may be ahead
    int64_t nodes; // of the search for the last move; the check has BALANCE_CHECK times as many
    uint64_t seed;
} BalanceRecipe;

enum { BALANCE_CHECK = 8 };

typedef struct {
    Line line;
    int value; // for the side to move after it
} BalancedLine;

// The result of one attempt depends on the recipe and the number alone. False if it found none, or
// was interrupted, which is asked as in Limits.
bool balance_attempt(Analyst *analyst, const BalanceRecipe *recipe, int number,
                     bool (*interrupted)(void *context), void *context, BalancedLine *out);

// Engines that say the same here think alike, and so make the same openings of a recipe: a hash of
// what a few small attempts came to. Only the recipe's rules and size count.
uint64_t balance_signature(Analyst *analyst, const BalanceRecipe *recipe);

// The same for two lines if the positions they lead to are, turned or mirrored.
uint64_t balance_key(const Line *line, int size);
