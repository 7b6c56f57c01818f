// Twin: a slow, obvious reference implementation of the rules, for differential tests of src/core.
//
// It is written from the text of the rules, on a plain array of rows and columns, by trying windows
// and stones. It shares neither code nor ideas with src/core, so that the two agreeing on many
// positions means something.
#pragma once

#include <stdbool.h>

enum { TWIN_MAX = 25, TWIN_NOTHING = 0, TWIN_BLACK = 1, TWIN_WHITE = 2, TWIN_OUTSIDE = 3 };

typedef struct {
    int size;
    int at[TWIN_MAX][TWIN_MAX]; // [row][column], rows from the top
} Twin;

int twin_look(const Twin *t, int row, int column); // TWIN_OUTSIDE off the board

typedef struct {
    const char *name;
    bool black_wins_with_six, white_wins_with_six; // and with more
    bool five_needs_an_open_end;
    bool black_has_fouls;
} TwinRules;

const TwinRules *twin_rules(const char *name); // of the table in twin.c; NULL if it has none

// Marks every stone that is part of a winning line. True if there is one.
bool twin_mark_wins(const Twin *t, const TwinRules *rules, bool marks[TWIN_MAX][TWIN_MAX]);

typedef enum {
    TWIN_ALLOWED,
    TWIN_OVERLINE,
    TWIN_DOUBLE_FOUR,
    TWIN_DOUBLE_THREE,
    TWIN_FOUL_COUNT
} TwinFoul;

typedef struct {
    TwinFoul foul;
    int fours, threes;
    // Lines that are not a three only because every stone that would extend it ...
    int refused[TWIN_FOUL_COUNT]; // ... is that foul (of several extensions the first one counts)
    int refused_by_five;          // ... makes a five elsewhere
    int depth;                    // of the recursion; 0 if there was none
} TwinVerdict;

// Checks a black stone on an empty point by the rules of renju.
TwinVerdict twin_judge(Twin *t, int row, int column);

typedef struct {
    int free_ends[3][TWIN_MAX + 1][3]; // [color][length][number of open ends]
} TwinRuns;

TwinRuns twin_runs(const Twin *t);
int twin_score(const Twin *t, int mover);
bool twin_best(Twin *t, int mover, int *row, int *column);
const char *twin_state(const Twin *t); // in the course's words

// The output of the mist course's `view` after the comma, and the hole after a stone. Columns and
// rows from 1, rows from the bottom, as in the course.
void twin_mist_view(const Twin *t, int column, int row, char out[50]);
void twin_mist_hole(int column, int row, int *hole_column, int *hole_row);

// Perft: the number of legal move sequences of length `depth`; a won game ends the sequence.
long long twin_perft(Twin *t, const TwinRules *rules, int mover, int depth);
