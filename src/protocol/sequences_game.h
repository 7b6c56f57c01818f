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

typedef enum { SEQUENCES_PLAYED, SEQUENCES_INPUT_ENDED } SequencesEnd;

// The course's play_gomoku, but for one thing: what the person types is checked, and asked for
// again with a message. *state says how the game stands at the end.
SequencesEnd sequences_play(int size, FILE *in, FILE *out, SequenceState *state);
