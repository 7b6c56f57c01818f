// Keeps a running game in sync with a record: the game is one line (variation) of the record's
// tree.
//
// The game may continue from the end of the record, or take moves back and continue differently.
// The record keeps everything it had; new moves extend its main line or become a variation.
#pragma once

#include "record/record.h"

typedef struct {
    Record *record;     // borrowed; must outlive the GameInTree
    Node *start;        // where the game begins
    Node *added;        // the first node added for this game (so were all below it); NULL: none
    const char *stated; // the record's original result; NULL: none
} GameInTree;

// For a game that record_replay played up to `end`.
GameInTree game_in_tree_from(Record *r, Node *end);

// Updates the record from the game: its moves with their times, and its result. Returns the node of
// the current position. Returns NULL if the start node has a move and the game does not begin with
// it, because that node cannot have a sibling.
Node *game_in_tree_update(GameInTree *t, const Game *g);

// The record of a game: moves, setup, rules, clocks and result. The caller adds the names.
Record *record_from_game(const Game *g);

// The record of a position without the moves that led to it: the stones are set up at the root,
// with the side to move and, if the board shows it, the result.
Record *record_from_position(const Board *b);
