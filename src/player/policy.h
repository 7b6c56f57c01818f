// Rule-based move policy of the GTP course: the moves of the first rule that applies.
#pragma once

#include "core/board.h"

typedef enum {
    POLICY_WIN,             // moves that win immediately
    POLICY_BLOCK_WIN,       // moves that block an immediate win of the opponent
    POLICY_OPEN_FOUR,       // moves that make .XXXX.
    POLICY_BLOCK_OPEN_FOUR, // moves after which the opponent cannot make one
    POLICY_RANDOM,          // every legal move
    POLICY_COUNT,
} PolicyRule;

typedef struct {
    PolicyRule rule;
    int count;
    Point moves[BOARD_MAX * BOARD_MAX]; // row by row from the top
} PolicyMoves;

// For the side to move. Empty when the game is over.
void policy_moves(const Board *b, PolicyMoves *out);

// The moves of one rule, even if an earlier rule applies.
void policy_moves_by(PolicyRule rule, const Board *b, PolicyMoves *out);

// "Win", "BlockWin" ...
const char *policy_rule_name(PolicyRule rule);
