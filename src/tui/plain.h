// The game as a dialogue of lines: for pipes, screen readers, and terminals that can do no more.
#pragma once

#include "core/notation.h"
#include "record/record.h"
#include "tui/sitting.h"

#include <stdio.h>

typedef struct {
    SittingOptions sitting; // the game, the players, and where files go
    const Record *record;   // its game is gone on with; NULL: a new game
    Notation notation;      // of points typed and said, and of the board's labels
    bool show_when_asked;   // the board only when `show` is typed: less to listen to
    bool echo;              // repeat what was typed, where no terminal does
} PlainOptions;

// 15x15 freestyle, a person with Black against greedy, points like h8.
PlainOptions plain_defaults(void);

// Plays until `quit` or the end of input. Returns the program's exit status: 0 done, 1 the input or
// output failed, 2 the options ask for something there is not, 128 + n ended by signal n. *err is
// set for 1 and 2.
int plain_play(const PlainOptions *options, FILE *in, FILE *out, Error *err);
