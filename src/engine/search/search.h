// Alpha-beta search (principal variation search) over a Position: the value of one node and its
// subtree.
//
// Values are for the side to move. Depth is counted in fractions of a ply, PLY units per ply, so
// reductions and extensions can be smaller than a whole ply.
#pragma once

#include "base/number.h"
#include "core/point.h"
#include "engine/board/position.h"
#include "engine/net/accumulator.h"
#include "engine/search/time_management.h"
#include "engine/search/transposition_table.h"
#include "engine/tactics/vcf.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

// History heuristic: scores of moves by how often they caused a beta cutoff anywhere in the search
// tree. Used for move ordering and late move reductions.

enum { HISTORY_MAX = 8192 };

typedef struct {
    int16_t moves[2][2][POINT_COUNT]; // by color, whether the move makes a threat, and point
    int16_t continuation[2][POINT_COUNT][POINT_COUNT]; // by color, previous move, and point
    Point counter_moves[2][POINT_COUNT]; // by color and previous move: its last refutation
} History;

// History with gravity: moves toward ±HISTORY_MAX, by less the closer it already is.
static inline void history_update(int16_t *h, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *h = (int16_t)(*h + bonus - *h * size / HISTORY_MAX);
}

enum {
    PLY = 16,
    SEARCH_PLY_MAX = 128,
    SEARCH_INFINITE = ENGINE_MATE + 1,
    SEARCH_BLOCK = 16, // moves compared at a time; each list is padded with this many empty ones
    SEARCH_POOL = SEARCH_PLY_MAX * (BOARD_MAX * BOARD_MAX + SEARCH_BLOCK),
};

// Search stack: one frame per ply on the path from the root to the current node.
typedef struct {
    Point move;     // being searched
    Point excluded; // skipped during a singular extension search; POINT_NONE: none
    Point killers[2];
    int static_eval;
} SearchFrame;

// A move's score times SCORED_POINTS, plus its point.
typedef int32_t ScoredMove;
enum { SCORED_POINTS = 1024 };
static_assert((int)POINT_COUNT <= (int)SCORED_POINTS, "a point fits");

// The search of one thread.
typedef struct {
    const EngineRequest *request; // borrowed, as are the next seven
    Position *position;
    Accumulator *net;      // NULL: classical evaluation only
    const char *net_name;  // "" without a net
    EvalCache *eval_cache; // of net evaluations; NULL without a net
    TranspositionTable *table;
    Vcf *vcf;
    StopCondition *stop_condition;
    bool is_main_thread; // checks the node limit and the stop token; all check the clock

    int64_t nodes, next_check;
    int root_depth; // of this iteration, in plies
    bool stopped;
    History history;
    SearchFrame frames[SEARCH_PLY_MAX + 2]; // two before the root
    ScoredMove pool[SEARCH_POOL];           // the move lists of all nodes on the path
    int pool_used;
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

// Classical evaluation, clamped so that it is never mistaken for a proven win or loss.
static inline int classical_eval(const Position *s) {
    return int_max(-ENGINE_CERTAIN + 1, int_min(ENGINE_CERTAIN - 1, position_value(s)));
}

// Returns the value of the current node; 0 if the search was stopped. `cut`: a beta cutoff is
// expected here (cut node).
int search_node(Search *t, int alpha, int beta, int depth, int ply, bool cut);

// Returns the value of playing `p` at `ply`, for the side to move.
int search_after(Search *t, Point p, int alpha, int beta, int depth, int ply, bool cut);

// Checks the limits every few nodes. True if the search has to end.
bool search_must_stop(Search *t);

// Root search: iterative deepening with aspiration windows, MultiPV, and progress reports.

// Searches until the stop condition is met or every requested line is decided.
void root_search(Search *t, EngineResult *result);

// Finds the moves with values closest to the request's balance target.
void root_balance(Search *t, EngineResult *result);

// Lists the moves in classical ordering, without searching.
void root_order_moves(Search *t, EngineResult *result);
