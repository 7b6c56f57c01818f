// The files of a match: its games as SGF, PSQ and lines of JSON, and the state to go on from.
#pragma once

#include "match/gamelog.h"
#include "match/journal.h"

#include <stdio.h>

// Paths; NULL: no such file.
typedef struct {
    const char *sgf, *json, *state;
    const char *psq; // a folder that is there; a file for each game
} LedgerPaths;

typedef struct {
    LedgerPaths paths;
    FILE *sgf, *json, *state;
} Ledger;

// Opens what has a path. The state begins with `heading` and what `journal` holds already.
bool ledger_open(Ledger *l, const LedgerPaths *paths, const char *heading, const Str *journal,
                 Error *err);
void ledger_close(Ledger *l);

// Everything about a game to every file, so that no crash can lose it.
bool ledger_add(Ledger *l, const LoggedGame *g, Error *err);
