// State file of a match, for --resume: the settings and one line per finished game. Append-only, so
// a match can be resumed after a crash at any moment.
#pragma once

#include "match/referee.h"

#include <stddef.h>

// Appends the line of a game.
void match_state_format(int number, const PlayedGame *played, Str *out);

typedef struct {
    const char *heading; // the expected first line
    GameOptions game;    // rules, size and opening of all games
    void *context;
    void (*finished)(void *context, int number, const PlayedGame *played); // called for each game
} MatchStateReader;

// Reads the games in order, from game 0. Ignores an incomplete last line. Returns the number of
// games; -1 with *err set if the file is damaged or belongs to another match.
int match_state_parse(const char *text, size_t len, const MatchStateReader *reader, Error *err);
int match_state_load(const char *path, const MatchStateReader *reader, Error *err);
