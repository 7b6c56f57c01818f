// What users did with puzzles: the first try of each, as their browsers told of it.
#pragma once

#include "store/users.h"

enum { PUZZLE_ID_SIZE = 17, PUZZLE_ATTEMPTS_MAX = 1500 };

typedef struct {
    int64_t at; // seconds since 1970
    char puzzle[PUZZLE_ID_SIZE];
    int score; // in percent
    int day;   // since 1970, if it was the puzzle of that day; otherwise -1
} PuzzleAttemptRow;

// The same one once more changes nothing. Of a user the latest PUZZLE_ATTEMPTS_MAX are kept.
bool puzzle_attempt_add(Store *s, UserId user, const PuzzleAttemptRow *row, Error *err);

// Calls `tell` for each, the earliest first.
bool puzzle_attempt_each(Store *s, UserId user,
                         void (*tell)(void *context, const PuzzleAttemptRow *row), void *context,
                         Error *err);
