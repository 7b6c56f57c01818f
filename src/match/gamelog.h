// Game log of a match: a game as a line of text, a line of JSON, SGF or PSQ.
#pragma once

#include "match/referee.h"

typedef struct {
    int number;                // from 0; shown from 1
    const char *black, *white; // who had these colors at the end
    const PlayedGame *played;
} LoggedGame;

// "game 1: a - b 1-0, five in a row, 23 moves"
void gamelog_line(const LoggedGame *g, Str *out);
void gamelog_json(const LoggedGame *g, Str *out);
bool gamelog_sgf(const LoggedGame *g, Str *out, Error *err);
bool gamelog_psq(const LoggedGame *g, Str *out, Error *err);
