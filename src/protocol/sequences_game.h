// Analysis course (run analysis of stones): its texts, and its game against the greedy player.
#pragma once

#include "base/str.h"
#include "core/sequence.h"

#include <stdio.h>

// The board and the result, exactly as the course's functions print_board and is_win write them.
void sequences_add_board(const Board *b, Str *out);
const char *sequences_state_text(SequenceState state);

// A full report on a board: the board, the analysis, and the results of score, is_win and
// search_max under these names.
void sequences_add_report(const Board *b, Str *out);

// The course's play_gomoku, except that invalid input prints a message and is asked for again.
// Returns the final state; SEQUENCE_CONTINUE if the input ended or failed before the game was over.
SequenceState sequences_play(int size, FILE *in, FILE *out);
