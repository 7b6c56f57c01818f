// The analysis course's texts and its game: a person against the greedy player.
#pragma once

#include "base/str.h"
#include "core/sequence.h"

#include <stdio.h>

// The picture, the 18 lines of run counts and the verdict exactly as the course's functions
// print_board, analysis and is_win give them.
void sequences_add_board(const Board *b, Str *out);
void sequences_add_analysis(const Board *b, Str *out);
const char *sequences_state_text(SequenceState state);

// What there is to say about a board: the picture, the analysis, and the results of score, is_win
// and search_max under these names.
void sequences_add_report(const Board *b, Str *out);

// The course's play_gomoku, but for one thing: what the person types is checked, and asked for
// again with a message. Returns how the game stands at the end: SEQUENCE_CONTINUE if the input
// ended, or reading failed, before the game did.
SequenceState sequences_play(int size, FILE *in, FILE *out);
