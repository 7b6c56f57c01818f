// Games that are no more than a list of moves: stones on an empty board, Black first, turn by turn.
// That is what move strings and Piskvork's files can hold.
#pragma once

#include "base/scanner.h"
#include "record/record.h"

// Reading: a record that grows by one move after the other.
typedef struct {
    Record *record; // borrowed
    Node *last;
    Board board; // what stands there so far
} MoveReader;

MoveReader move_reader_over(Record *empty);

// The move that stood at `where`. False if the point is occupied.
bool move_reader_add(MoveReader *m, Point p, const Scanner *where, Error *err);

// Writing: the moves on the way to a node.
typedef struct {
    int count;
    const Node *moves[BOARD_MAX * BOARD_MAX]; // borrowed from the record
    Result result;
} MoveList;

// `end` NULL: to the end of the main line. False if there is more to the game than such a list can
// hold (stones set up, a pass, a move out of turn), or if it cannot be replayed.
bool move_list_from(const Record *r, const Node *end, MoveList *out, Error *err);
