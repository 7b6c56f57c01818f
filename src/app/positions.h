// Positions from command-line arguments: move strings, game files of any format, lists of
// positions.
#pragma once

#include "record/format.h"

// The format of a file: `name` is the value of --from or --to; NULL: by the extension of `path`.
const Format *format_to_read(const char *name, const char *path, Error *err);
const Format *format_to_write(const char *name, const char *path, Error *err);

typedef struct {
    ReadOptions reading;
    const Format *format; // of files; NULL: by their extension
    int move;             // use the position after this many moves; -1: the last
    bool lists;           // files have one position per line
    bool all_games;       // visit all games of a collection, unless `reading` names one
    Stone turn;           // overrides the side to move unless EMPTY
} PositionOptions;

// A position, or an error if `game` is NULL. `notes`: what the reader assumed, to tell the user.
typedef struct {
    const char *name; // the argument, with the line or the game number within a file
    const Game *game;
    const char *notes;
    Error err;
} NamedPosition;

// True if a word on the command line names a file: it exists, or it has a dot or a slash.
bool word_is_file(const char *word);
// Reads any other word as a move string such as h8i9h9. Defaults: freestyle, 15x15. Caller frees.
Record *record_from_moves(const char *moves, ReadOptions options, Error *err);

// Returns false to stop.
typedef bool PositionVisitor(void *context, const NamedPosition *p);

// Visits the positions of one argument: "-" is a list on standard input; an existing file, or a
// word that looks like a file name, is a file; any other word is a move string such as h8i9h9. A
// line of a list has moves, optionally after a rule set, or a game as written by
// `pentad match --json`; # starts a comment. False if the visitor stopped.
bool positions_visit(const char *word, const PositionOptions *options, PositionVisitor *visit,
                     void *context);
