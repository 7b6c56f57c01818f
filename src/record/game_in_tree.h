// A game as a line of a record's tree: the one it was read from, or one of its own.
//
// The game may go on from the end of the record, or be taken back and go another way. The record
// keeps all it had; the moves it had not become the end of its main line, or a variation.
#pragma once

#include "record/record.h"

typedef struct {
    Record *record;     // borrowed; must outlive the branch
    Node *start;        // the game begins there
    Node *added;        // the first node that is the game's alone, with all below it; NULL: none
    const char *stated; // the result that the record came with; NULL: none
} GameInTree;

// Of a game that record_replay made by going to `end`.
GameInTree game_in_tree_from(Record *r, Node *end);

// Makes the record have the game as it is now: its moves, with what they cost, and its result.
// Returns the node where the game stands. NULL if the game lacks the move of the very node that it
// begins with; there is no place beside that one.
Node *game_in_tree_update(GameInTree *b, const Game *g);

// The record of a game: its moves, setup, rules, clocks and result. Names are the caller's to add.
Record *record_from_game(const Game *g);

// The record of a position alone, without the moves that led to it: the stones are set up at the
// root, with the side to move and, if the board shows it, the result.
Record *record_from_position(const Board *b);
