// The state of a match in a file: what is being played, and a line for each game that is over. It
// only ever grows, so a match that was cut off at any moment can go on from it.
#pragma once

#include "match/referee.h"

#include <stdio.h>

// What one line says, to be written.
void journal_format(int number, const PlayedGame *played, Str *out);

// Reads a state file. Its first line must be `heading`; each game, in order from 0 on, is given to
// `finished`. A last line that is cut off is no game. Returns how many games there were; -1 and
// why if the file is of another match or damaged.
int journal_read(const char *path, const char *heading, const Rules *rules, int size,
                 void (*finished)(void *context, int number, const PlayedGame *played),
                 void *context, Error *err);
