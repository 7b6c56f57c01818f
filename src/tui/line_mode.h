// The game as a dialogue of lines: for pipes, screen readers, and terminals that can do no more.
#pragma once

#include "core/notation.h"
#include "tui/session/terminal_session.h"

#include <stdio.h>

typedef struct {
    TerminalSessionOptions session; // the game, the players, and where files go
    const char *path;               // the file whose game is gone on with; NULL: a new game
    Notation notation;              // of points typed and said, and of the board's labels
    bool show_on_request;           // the board only when `show` is typed: less to listen to
    bool echo;                      // repeat what was typed, where no terminal does
    bool announce_thinking;         // that the computer does, where a person waits
} LineModeOptions;

// 15x15 freestyle, a person with Black against greedy, points like h8.
LineModeOptions line_mode_defaults(void);

// Plays until `quit` or the end of input. Returns the program's exit status: 0 done, 1 the file,
// the input or the output failed, 2 the options ask for something there is not, 128 + n ended by
// signal n. *err is set for 1 and 2.
int line_mode_play(const LineModeOptions *options, FILE *in, FILE *out, Error *err);
