// Line mode of `pentad play`: one command per line, for pipes, screen readers and terminals without
// a full screen.
#pragma once

#include "core/notation.h"
#include "tui/session/terminal_session.h"

#include <stdio.h>

typedef struct {
    TerminalSessionOptions session;
    const char *path;       // file to load; NULL: start a new game
    Notation notation;      // of points in input and output, and of the board's labels
    bool show_on_request;   // show the board only after `show`: less for a screen reader to read
    bool echo;              // repeat the input, because no terminal echoes it
    bool announce_thinking; // print a line before the computer starts a slow search
} LineModeOptions;

// 15x15 freestyle, a person with Black against greedy, points like h8.
LineModeOptions line_mode_defaults(void);

// Plays until `quit` or the end of the input. Returns the exit status: 0 done, 1 the file, the
// input or the output failed, 2 invalid options, 128 + n ended by signal n. Sets *err for 1 and 2.
int line_mode_play(const LineModeOptions *options, FILE *in, FILE *out, Error *err);
