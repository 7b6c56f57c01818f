// What a person types and what that does: points, and the commands of one table.
#pragma once

#include "core/notation.h"
#include "tui/session/game_cursor.h"
#include "tui/session/terminal_session.h"
#include "tui/views/game_list.h"

typedef struct {
    TerminalSession session;
    GameCursor walk; // of the sitting's record
    GameList games;  // as last listed
    Notation notation;
    bool show_always; // the board after every change, or only when asked for
    bool show_now;    // it was asked for
    bool quit;
} Interpreter;

void interpreter_release(Interpreter *d);

// The game that is looked at: the one being played, or what a review has come to.
const Game *interpreter_game(const Interpreter *d);

// Does what the line says and appends the answer, as whole lines, to `reply`. The line is cut into
// words in place.
void interpreter_run_line(Interpreter *d, char *line, Str *reply);

// The commands, a line each.
void interpreter_format_help(Str *out);

// The file that a typed path means: "~/" at its front is as in a shell. And as the name of a new
// file: without an ending it gets the one of the format that keeps everything.
void interpreter_expand_path(const char *typed, Str *out);
void interpreter_complete_path(const char *typed, Str *out);
