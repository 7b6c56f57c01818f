// Output files of a match: the games as SGF, PSQ and JSON lines, and the state file.
#pragma once

#include "match/gamelog.h"
#include "match/match_state.h"

#include <stdio.h>

// NULL: no such file.
typedef struct {
    const char *sgf, *json, *state;
    const char *psq; // an existing folder; one file per game
} MatchOutputPaths;

typedef struct {
    MatchOutputPaths paths;
    FILE *sgf, *json, *state;
} MatchOutput;

// Opens every file that has a path. The state file starts with `heading` and `games`, the lines of
// the games already played.
bool match_output_open(MatchOutput *l, const MatchOutputPaths *paths, const char *heading,
                       const Str *games, Error *err);
void match_output_close(MatchOutput *l);

// Writes and flushes a game to every file, so that a crash cannot lose it.
bool match_output_add(MatchOutput *l, const LoggedGame *g, Error *err);
