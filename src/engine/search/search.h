// Alpha-beta over a Position: the value of one node, by way of those below it.
//
// Values are for the side to move. Depth counts in parts of a ply, PLY of them to one, so that
// reductions and extensions can be less than a whole one.
#pragma once

#include "base/util.h"
#include "engine/board/position.h"
#include "engine/net/accumulator.h"
#include "engine/search/eval_cache.h"
#include "engine/search/history.h"
#include "engine/search/stop_condition.h"
#include "engine/search/transposition_table.h"
#include "engine/tactics/vcf.h"

#include <assert.h>

enum {
    PLY = 16,
    SEARCH_PLY_MAX = 128,
    SEARCH_INFINITE = ENGINE_MATE + 1,
    SEARCH_BLOCK = 16, // moves looked at together; each list has as many empty ones at its end
    SEARCH_POOL = SEARCH_PLY_MAX * (BOARD_MAX * BOARD_MAX + SEARCH_BLOCK),
};

// A ply of the path from the root to the present node.
typedef struct {
    Point move;     // being tried
    Point excluded; // left out, to see what the node is worth without it
    Point killers[2];
    int static_eval; // the static value
} SearchFrame;

// A move's score times SCORED_POINTS, plus its point.
typedef int32_t ScoredMove;
enum { SCORED_POINTS = 1024 };
static_assert((int)POINT_COUNT <= (int)SCORED_POINTS, "a point fits");

// One thread's search.
typedef struct {
    Position *position; // borrowed, as the next five
    Accumulator *net;   // NULL: the position judges itself
    EvalCache *memo;    // of what the net said; NULL as well then
    TranspositionTable *table;
    Vcf *vcf;
    StopCondition *watch;
    bool leads; // this thread counts nodes and asks whoever may interrupt; all look at the clock

    int64_t nodes, next_look;
    int root_plies; // of this iteration
    bool stopped;
    History history;
    SearchFrame frames[SEARCH_PLY_MAX + 2]; // two before the root
    ScoredMove pool[SEARCH_POOL];           // the moves of all nodes of the path
    int pooled;
} Search;

static inline SearchFrame *search_frame(Search *t, int ply) {
    return &t->frames[ply + 2];
}

static inline int mate_in(int plies) {
    return ENGINE_MATE - plies;
}

static inline int mated_in(int plies) {
    return plies - ENGINE_MATE;
}

// What the numbers alone make of a position, never so much that it would pass for certain.
static inline int classical_eval(const Position *s) {
    return int_max(-ENGINE_CERTAIN + 1, int_min(ENGINE_CERTAIN - 1, position_value(s)));
}

// The value of the node the position stands at; 0 if it was stopped.
int search_node(Search *t, int alpha, int beta, int depth, int ply, bool cut);

// The value for the side to move of playing `p` here, which is `ply`.
int search_after(Search *t, Point p, int alpha, int beta, int depth, int ply, bool cut);

// Counts a node of the root; true if the search has to end.
bool search_must_stop(Search *t);
