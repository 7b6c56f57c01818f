// Proved moves: the published strategies (data/strategies/table), and what they say about a game.
//
// Under rules and on a board that a strategy is not for, nothing is proved. The program has the
// files inside; WebAssembly gets them from its host.
#pragma once

#include "core/game.h"
#include "player/player.h"
#include "proof/strategy.h"

enum { STRATEGY_FILES_MAX = 16 };

// The files read so far, by their number in the table. Zeroed: none.
typedef struct {
    Strategy *read[STRATEGY_FILES_MAX]; // owned
} StrategySet;

void strategy_set_release(StrategySet *set);

// A row of the table.
typedef struct {
    const Rules *rules;
    int size;
    Stone side;
    bool is_whole;    // from the empty board
    const char *name; // of the file, without ".jsonl"
    int file;
} StrategyRow;

const StrategyRow *strategy_row_at(int i); // NULL after the last
const StrategyRow *strategy_row_find(const Rules *rules, int size, Stone side); // NULL: none

// Supplies the file of that name.
bool strategy_set_add(StrategySet *set, const char *name, const char *text, size_t len, Error *err);

// NULL: there is none, or it was not supplied.
const Strategy *strategy_set_find(StrategySet *set, const Rules *rules, int size, Stone side);

typedef struct {
    Claim claim;
    StrategyMove next; // its move is POINT_NONE if every legal move holds, by the pairs
} ProvedMove;

// What is proved for the side to move. The game must not be over. Pairs are followed from where the
// strategy ended, so the game's moves matter, not only its board. Settled pairs need only the
// board.
bool proved_move(StrategySet *set, const Game *g, ProvedMove *out);

// What is proved for the other side, whose last move was a proved one.
bool proved_last_move(StrategySet *set, const Game *g, Claim *claim);

// Lets an open player `perfect` use a set of the caller's, which outlives it, instead of its own.
// Does nothing to other players.
void perfect_use_strategies(const Player *p, StrategySet *set);
