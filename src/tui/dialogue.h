// What a person types and what that does: points, and the commands of one table.
#pragma once

#include "core/notation.h"
#include "tui/gamelist.h"
#include "tui/sitting.h"
#include "tui/walk.h"

typedef struct {
    Sitting sitting;
    Walk walk;      // of the sitting's record
    GameList games; // as last listed
    Notation notation;
    bool show_always; // the board after every change, or only when asked for
    bool show_now;    // it was asked for
    bool quit;
} Dialogue;

void dialogue_release(Dialogue *d);

// The game that is looked at: the one being played, or what a review has come to.
const Game *dialogue_game(const Dialogue *d);

// Does what the line says and appends the answer, as whole lines, to `reply`. The line is cut into
// words in place.
void dialogue_answer(Dialogue *d, char *line, Str *reply);

// The commands, a line each.
void dialogue_list(Str *out);

// The file that a typed path means: "~/" at its front is as in a shell. And as the name of a new
// file: without an ending it gets the one of the format that keeps everything.
void dialogue_expand_path(const char *typed, Str *out);
void dialogue_complete_path(const char *typed, Str *out);
