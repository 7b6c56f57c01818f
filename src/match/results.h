// Results of games from files of any matches: who played whom, and how it ended.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stddef.h>

enum { RESULTS_PLAYERS_MAX = 1000 };

// What two players made of each other, with the colours this way round.
typedef struct {
    int black, white;     // players, as indices
    int won, drawn, lost; // by Black
} CrosstableEntry;

// All zero: none.
typedef struct {
    char **names;
    int players;
    CrosstableEntry *meetings;
    int count, capacity;
} Results;

void results_release(Results *r);

// The player of that name, -1 if there is none.
int results_find(const Results *r, const char *name);

// Adds a game. `score` is 1-0, 0-1 or 1/2-1/2.
bool results_add(Results *r, const char *black, const char *white, const char *score, Error *err);

// A game a line: an object of JSON with the texts "black", "white" and "score", as `pentad match`
// writes them, or these three with commas or tabs between them. Empty lines and those that begin
// with # are skipped.
bool results_parse(Results *r, const char *text, size_t len, Error *err);
bool results_load(Results *r, const char *path, Error *err);
