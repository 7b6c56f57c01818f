// MistBelief: the exact belief state of a player of Gomoku in the Mist (hidden information). For
// every opposing stone the candidate set: the points where it can be, given all holes, views, hits
// and own moves, and that the opponent has no five. Computed from a MistHistory, never from a game.
#pragma once

#include "core/board.h"
#include "core/mist_history.h"

enum { MIST_CANDIDATES_MAX = 4 }; // at most four points lead to the same hole

typedef struct {
    int turn; // the first turn of the player on which the stone is on the board
    int count;
    Point points[MIST_CANDIDATES_MAX];
} MistStone;

typedef struct {
    Board known; // own stones and those of the opponent that are certain; the player is to move
    int stone_count;
    MistStone stones[MIST_TURNS_MAX]; // of the opponent, in the order of play
} MistBelief;

// The player must be to move. False if no game can have this history.
bool mist_belief_init(MistBelief *belief, const MistHistory *h);

// What a player who forgets nothing and infers nothing knows: its own stones, and those of the
// opponent that it has seen or hit. The player is to move.
Board mist_history_seen(const MistHistory *h);

// MistKnowledge: what a player had seen by one of its turns, and what it could have known by then.
// For the review of a finished game, and for puzzles.
typedef struct {
    Point center;      // of the hole on that turn
    Board seen;        // its own stones, and those of the opponent that it has seen or hit
    MistBelief belief; // with what the holes tell: `known` has more stones than `seen`
} MistKnowledge;

// `turn` is from 0 to h->turn_count - 1; its own move on that turn is not made yet. False if no
// game can have this history.
bool mist_knowledge_at(const MistHistory *h, int turn, MistKnowledge *out);

// The opponent's stones that were certain but not seen. Returns their number.
int mist_knowledge_deduced(const MistKnowledge *k, Point points[static MIST_TURNS_MAX]);

// The points where a stone of the opponent was possible but not certain. Returns their number.
int mist_knowledge_possible(const MistKnowledge *k, Point points[static POINT_COUNT]);
