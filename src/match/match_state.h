// The state of a match in a file: what is being played, and a line for each game that is over. It
// only ever grows, so a match that was cut off at any moment can go on from it.
#pragma once

#include "match/referee.h"

#include <stddef.h>

// What one line says, to be written.
void match_state_format(int number, const PlayedGame *played, Str *out);

// What a state file must be about, and who is told of its games.
typedef struct {
    const char *heading; // its first line
    GameOptions game;    // rules, size and opening of all of them
    void *context;
    void (*finished)(void *context, int number, const PlayedGame *played);
} MatchStateReader;

// Reads the games, in order from 0 on. A last line that is cut off is no game. Returns how many
// there were; -1 and why if the text is of another match or damaged.
int match_state_parse(const char *text, size_t len, const MatchStateReader *reader, Error *err);
int match_state_load(const char *path, const MatchStateReader *reader, Error *err);
