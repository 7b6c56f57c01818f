// Move picker (move ordering): the moves worth searching at a node, most promising first.
//
// The transposition table's move comes first and needs no move list. The others are scored
// together, but sorted only as far as they are picked, because most nodes are cut off after a few.
#pragma once

#include "engine/search/search.h"
#include "engine/tactics/threat.h"

typedef struct {
    Search *search;
    int ply, depth;
    Point tt_move;            // POINT_NONE if the table has none
    const Defenses *defenses; // the only legal choices if there is a threat to parry
    bool is_listed;
    ScoredMove *moves; // in the search's pool; those before `next` have been picked
    int count, next;
    int best_score, last_score; // of the first and the last move picked from the list
} MovePicker;

// `defenses` must outlive the picker. Without a threat every point near a stone is a candidate.
MovePicker move_picker_start(Search *t, int ply, int depth, Point tt_move,
                             const Defenses *defenses);
void move_picker_end(MovePicker *k);

// True if the moves are ordered by the net's policy: near the leaves it costs more than it saves.
static inline bool move_picker_uses_policy(const MovePicker *k) {
    enum { POLICY_DEPTH = 2 * PLY };
    return k->search->net && k->depth >= POLICY_DEPTH;
}

// The i-th move picked from the list.
static inline Point move_picker_point(const MovePicker *k, int i) {
    return (Point)(k->moves[i] & (SCORED_POINTS - 1));
}

// Ordering gap: how far the last move's score is below that of the best in the list.
static inline int move_picker_gap(const MovePicker *k) {
    return k->best_score - k->last_score;
}

// Returns POINT_NONE at the end. Moves may be forbidden: check position_is_forbidden.
Point move_picker_next(MovePicker *k);
