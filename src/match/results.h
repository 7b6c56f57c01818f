// Game results from the files of any number of matches, as a crosstable.
#pragma once

#include "base/error.h"

#include <stddef.h>

enum { RESULTS_PLAYERS_MAX = 1000 };

// The games between two players with these colors.
typedef struct {
    int black, white;     // indices of players
    int won, drawn, lost; // by Black
} CrosstableEntry;

// Zero-initialize.
typedef struct {
    char **names;
    int players;
    CrosstableEntry *entries;
    int count, capacity;
} Results;

void results_release(Results *r);

// Index of the player with that name; -1 if there is none.
int results_find(const Results *r, const char *name);

// Adds a game. `score` is 1-0, 0-1 or 1/2-1/2.
bool results_add(Results *r, const char *black, const char *white, const char *score, Error *err);

// One game per line: a JSON object with the strings "black", "white" and "score", as written by
// `pentad match --json`, or these three separated by commas or tabs. Skips empty lines and lines
// that start with #.
bool results_parse(Results *r, const char *text, size_t len, Error *err);
bool results_load(Results *r, const char *path, Error *err);
