// What users did with puzzles: the first try of each, as their browsers told of it.
#pragma once

#include "store/people.h"

enum { PUZZLE_ID_SIZE = 17, ATTEMPTS_MAX = 1500 };

typedef struct {
    int64_t at; // seconds since 1970
    char puzzle[PUZZLE_ID_SIZE];
    int score; // in percent
    int day;   // since 1970, if it was the puzzle of that day; otherwise -1
} AttemptRow;

// The same one once more changes nothing. Of a user the latest ATTEMPTS_MAX are kept.
bool attempt_add(Store *s, UserId user, const AttemptRow *row, Error *err);

// Calls `tell` for each, the earliest first.
bool attempt_each(Store *s, UserId user, void (*tell)(void *context, const AttemptRow *row),
                  void *context, Error *err);
