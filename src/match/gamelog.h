// A game of a match as text: a line for people, a line of JSON for programs, SGF and PSQ for
// everybody.
#pragma once

#include "match/referee.h"

typedef struct {
    int number;                // from 0; people see it from 1
    const char *black, *white; // who had these colours in the end
    const PlayedGame *played;
} LoggedGame;

// "game 1: a - b 1-0, five in a row, 23 moves"
void gamelog_line(const LoggedGame *g, Str *out);
void gamelog_json(const LoggedGame *g, Str *out);
bool gamelog_sgf(const LoggedGame *g, Str *out, Error *err);
bool gamelog_psq(const LoggedGame *g, Str *out, Error *err);
