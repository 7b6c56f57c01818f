// Command interpreter of the terminal game: runs typed points and commands. Shared by the line mode
// and the full-screen interface.
#pragma once

#include "core/notation.h"
#include "tui/session/game_cursor.h"
#include "tui/session/terminal_session.h"
#include "tui/views/game_list.h"

typedef struct {
    TerminalSession session;
    GameCursor review; // in the session's record; not open unless a review is running
    GameList games;    // result of the last `games` command
    Notation notation;
    bool show_always; // show the board after every change, not only on request
    bool show_now;    // the last command asked for the board
    bool quit;
} Interpreter;

void interpreter_release(Interpreter *interpreter);

// The game to show: the position under review, or the game being played.
const Game *interpreter_game(const Interpreter *interpreter);

// Runs one typed line and appends the reply, as whole lines. Splits `line` into words in place.
void interpreter_run_line(Interpreter *interpreter, char *line, Str *reply);

// Lists the commands, one per line.
void interpreter_format_help(Str *out);

// Replaces a leading "~/" by the home folder, as a shell does. interpreter_complete_path also adds
// ".sgf" (the format that stores everything) if the name has no extension.
void interpreter_expand_path(const char *typed, Str *out);
void interpreter_complete_path(const char *typed, Str *out);
