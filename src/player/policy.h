// The GTP course's rule-based policy: the moves that the first fitting rule names.
#pragma once

#include "core/board.h"

typedef enum {
    POLICY_WIN,             // moves that win at once
    POLICY_BLOCK_WIN,       // moves where the other side would
    POLICY_OPEN_FOUR,       // moves that make .XXXX.
    POLICY_BLOCK_OPEN_FOUR, // moves that leave the other side no such move
    POLICY_RANDOM,          // every legal move
    POLICY_COUNT,
} PolicyRule;

typedef struct {
    PolicyRule rule;
    int count;
    Point moves[BOARD_MAX * BOARD_MAX]; // in reading order
} PolicyMoves;

// For the side to move. Empty when the game is over.
void policy_moves(const Board *b, PolicyMoves *out);

// The moves that one rule names, whether another fits before it or not.
void policy_moves_by(PolicyRule rule, const Board *b, PolicyMoves *out);

// "Win", "BlockWin" ...
const char *policy_rule_name(PolicyRule rule);
