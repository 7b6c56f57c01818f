// Front ends of `pentad play`: line mode and full screen, two ways to run the actions of one
// terminal session.
#pragma once

#include "tui/settings.h"

#include <stdio.h>

typedef struct {
    TerminalSessionOptions session;
    const char *path; // file to open; NULL: a new game

    // Line mode
    bool show_on_request;   // show the board only after `show`: less for a screen reader to read
    bool echo;              // repeat the input, because no terminal echoes it
    bool announce_thinking; // print a line before the computer starts a slow search

    // Full screen
    Settings settings;    // the game and the players come from here, not from `session`
    const char *config;   // configuration file; NULL: settings are not saved
    const char *note;     // first message; NULL: none
    bool start;           // start with a game, not with the menu
    bool ponders;         // the engine searches during the person's turn, too
    bool colors, unicode; // what the terminal supports; terminal_play detects it
} PlayOptions;

// Line mode: one command per line, for pipes, screen readers and terminals without a full screen.
// Plays until `quit` or the end of the input. Returns the exit status: 0 done, 1 the file, the
// input or the output failed, 2 invalid options, 128 + n ended by signal n. Sets *err for 1 and 2.
int line_mode_play(const PlayOptions *options, FILE *in, FILE *out, Error *err);

// Full screen, with ncurses. Returns the exit status, as line_mode_play does.
int terminal_play(const PlayOptions *options, Error *err);

// True if stdin and stdout are a terminal that can show a full screen.
bool terminal_is_capable(void);
