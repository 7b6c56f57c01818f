// The controller of Gomoku in the Mist: a two-player game on one keyboard, a command a line.
//
// Commands are exact: letter case, blanks and all. The answers are the whole of standard output.
#pragma once

#include "base/str.h"
#include "core/game.h"

#include <stdio.h>

typedef enum {
    MIST_RUNNING,
    MIST_FINISHED,   // won, drawn or resigned
    MIST_TERMINATED, // by the command `term`
} MistStatus;

typedef struct {
    Game game;
    Point centre; // of the hole
} MistSession;

void mist_session_init(MistSession *m);

// Answers one line, without its newline, into `reply` (which may stay empty).
MistStatus mist_session_answer(MistSession *m, const char *line, size_t len, Str *reply);

// The i-th command, for help texts; NULL after the last.
typedef struct {
    const char *usage, *help;
    MistStatus (*run)(MistSession *m, Str *reply); // NULL for `place`, the one with a parameter
} MistCommand;

const MistCommand *mist_command_at(int i);

// The whole program: reads until the game ends or the input does. Returns the exit status that the
// course asks for: 1 after `term`, else 0.
int mist_session_run(FILE *in, FILE *out);
