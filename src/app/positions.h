// Positions that somebody names on the command line: moves, files of any format, lists of
// positions.
#pragma once

#include "record/format.h"

typedef struct {
    ReadOptions reading;
    const Format *format; // of files; NULL: their ending tells
    int move;             // take the position after so many moves; -1: at the end
    bool lists;           // files have a position a line
    bool all_games;       // of a file that holds several, unless `reading` names one
    Stone turn;           // who is to move, whatever is said; EMPTY: who it says
} PositionOptions;

// One position, or why there is none: then `game` is NULL. `notes` are for a person to know.
typedef struct {
    const char *name; // as it was asked for; in a file also the line, or which game of several
    const Game *game;
    const char *notes;
    Error err;
} NamedPosition;

// Returns false to have no more.
typedef bool PositionVisitor(void *context, const NamedPosition *p);

// What one word names: "-" a list on standard input; an existing file, or what looks like one; else
// moves such as h8i9h9. A line of a list has the moves, behind a rule set if it has its own, or
// is a game as `pentad match --json` writes it; # begins a comment. False if the visitor wants no
// more.
bool positions_visit(const char *word, const PositionOptions *options, PositionVisitor *visit,
                     void *context);
