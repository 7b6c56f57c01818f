// Plain move lists: games that are only stones on an empty board, Black first, alternating. This is
// all that move strings and Piskvork's files can store.
#pragma once

#include "base/scanner.h"
#include "record/record.h"

// Reading: appends moves to a record.
typedef struct {
    Record *record; // borrowed
    Node *last;
    Board board; // the position after `last`
} MoveReader;

MoveReader move_reader_over(Record *empty);

// Appends the move found at `where`. False if the point is occupied.
bool move_reader_add(MoveReader *m, Point p, const Scanner *where, Error *err);

// Writing: the moves from the root to a node.
typedef struct {
    int count;
    const Node *moves[BOARD_MAX * BOARD_MAX]; // borrowed from the record
    Result result;
} MoveList;

// `end` NULL: the end of the main line. Fails if the game has anything that such a list cannot
// store (stones set up, a pass, a move out of turn), or cannot be replayed.
bool move_list_from(const Record *r, const Node *end, MoveList *out, Error *err);
