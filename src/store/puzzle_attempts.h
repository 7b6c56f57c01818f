// Puzzle attempts: each user's first try at a puzzle, as reported by the browser.
#pragma once

#include "store/users.h"

enum { PUZZLE_ID_SIZE = 17, PUZZLE_ATTEMPTS_MAX = 1500 };

typedef struct {
    int64_t at; // seconds since 1970
    char puzzle[PUZZLE_ID_SIZE];
    int score; // percent
    int day;   // days since 1970 if it was the daily puzzle, otherwise -1
} PuzzleAttemptRow;

// Adding the same attempt again has no effect. Keeps the latest PUZZLE_ATTEMPTS_MAX of each user.
bool puzzle_attempt_add(Store *s, UserId user, const PuzzleAttemptRow *row, Error *err);

// Visits the user's attempts, earliest first.
bool puzzle_attempt_each(Store *s, UserId user,
                         void (*visit)(void *context, const PuzzleAttemptRow *row), void *context,
                         Error *err);
