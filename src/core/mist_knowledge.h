// MistKnowledge: what a player of Gomoku in the Mist had seen by one of its turns, and what it
// could have known by then. For the review of a finished game, and for puzzles.
#pragma once

#include "core/mist_belief.h"

typedef struct {
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
