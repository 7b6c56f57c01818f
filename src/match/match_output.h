// The files of a match: its games as SGF, PSQ and lines of JSON, and the state to go on from.
#pragma once

#include "match/gamelog.h"
#include "match/match_state.h"

#include <stdio.h>

// Paths; NULL: no such file.
typedef struct {
    const char *sgf, *json, *state;
    const char *psq; // a folder that is there; a file for each game
} MatchOutputPaths;

typedef struct {
    MatchOutputPaths paths;
    FILE *sgf, *json, *state;
} MatchOutput;

// Opens what has a path. The state begins with `heading` and what `journal` holds already.
bool match_output_open(MatchOutput *l, const MatchOutputPaths *paths, const char *heading,
                       const Str *journal, Error *err);
void match_output_close(MatchOutput *l);

// Everything about a game to every file, so that no crash can lose it.
bool match_output_add(MatchOutput *l, const LoggedGame *g, Error *err);
