// A proof of how a position ends: what one side plays against every reply, as a tree.
//
// A node is a move of the side whose strategy it is, and what follows each reply of the other side.
// Replies that do not matter are not listed. They are met in one of three ways:
//   by a five      the side has one left on the board, so nothing needs to be said;
//   by a threat    another node, that wins after every reply not listed, because none of them
//                  touches what it needs;
//   by pairs       (holding a draw) of every window that the other side could still fill two
//                  points are a pair: when it takes one the holder takes the other.
// A run of fours is one node: its line alternates fours and their only answers, and ends with a
// four that has none or with a five.
//
// A child stands before its parent, so a proof has no cycles, and one node may serve several
// parents.
#pragma once

#include "core/board.h"

typedef enum { PROOF_UNKNOWN, PROOF_WIN, PROOF_LOSS, PROOF_DRAW } ProofOutcome;

enum { PROOF_NONE = -1 };

typedef struct {
    Point point;
    int32_t node; // what follows it
} ProofReply;

typedef struct {
    Point move;     // POINT_NONE: the other side moves first, or it is a line of fours
    int32_t threat; // a node, or PROOF_NONE
    int32_t replies, reply_count; // in Proof.replies
    int32_t line, line_count;     // in Proof.points; a line of fours if line_count > 0
    int32_t pairs, pair_count;    // in Proof.points, two a pair
    bool paired;                  // there are pairs, be it none because no window is left
} ProofNode;

typedef struct {
    Board start;
    ProofOutcome outcome; // for the side to move
    int32_t roots[2];     // of the winner; of a draw: how Black holds, how White does
    ProofNode *nodes;
    ProofReply *replies;
    Point *points;
    int node_count, node_room, reply_count, reply_room, point_count, point_room;
} Proof;

void proof_init(Proof *p, const Board *start);
void proof_release(Proof *p);

// Adds a node as described; arrays are copied. Returns its number.
int proof_add_line(Proof *p, const Point *line, int count);
int proof_add_move(Proof *p, Point move, const ProofReply *replies, int count, int threat);
int proof_add_pairs(Proof *p, Point move, const Point *points, int pair_count);

// Who wins by it; EMPTY if nobody does.
Stone proof_winner(const Proof *p);

// How many stones until the five if the other side resists longest, by what the proof says; 0 for
// draws.
int proof_length(const Proof *p);

// That line of play, at most `room` points; returns how many. It may stop two stones early, where
// any reply leaves a five.
int proof_line(const Proof *p, Point *line, int room);
