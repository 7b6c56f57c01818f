// Project tree: the AND/OR graph of a long-running proof, searched best-first by proof numbers.
//
// A node is a Decision: a position with the winner to move. Its candidates are moves of the winner;
// the children of a candidate are the positions after those replies that the threat prover could
// not decide. Positions that are mirror images of each other are one node. The tree only changes
// by facts (Fact), which the log keeps: replaying them in any order gives the same tree.
#pragma once

#include "base/mem.h"
#include "core/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a project has to prove.
typedef struct {
    Board start;
    Stone winner;
} Goal;

typedef enum {
    FACT_TRY,  // a candidate and its `value`; `open`: the near replies that are not decided yet
    FACT_ALL,  // the same after all legal replies, with written proofs; follows FACT_TRY
    FACT_WON,  // the winner wins by threats
    FACT_DONE, // there is no other candidate
    FACT_HARD, // not won by threats after all: the proof could not be written
    FACT_COUNT,
} FactKind;

enum { REPLIES_MAX = BOARD_MAX * BOARD_MAX };

// `board` is canonical (tree_canonical), with the winner to move. The one exception is the start of
// a project with the other side to move: there `move` is POINT_NONE, and `open` has its moves.
typedef struct {
    FactKind kind;
    Board board;
    Point move;
    int value; // of the search engine, for the winner
    int open_count;
    Point open[REPLIES_MAX];
} Fact;

typedef struct Decision Decision;

typedef struct {
    Point reply;
    Decision *node;
} Child;

typedef struct {
    Point move;
    int value;
    bool is_complete; // all legal replies were tried, not only the near ones
    bool is_busy;     // a job tries the other replies
    int child_count;
    Child *children;
    double proof_number;
} Candidate;

// Proof numbers estimate the decisions still to be proved: 0 if proved, infinite if hopeless.
struct Decision {
    uint64_t key;
    Point *stones; // those of Black, then those of White
    int black_count, white_count;
    bool is_proved, is_won; // is_won: by threats
    bool is_hard;           // FACT_HARD
    bool is_busy;           // a job looks for a candidate
    bool is_exhausted;      // there is no other candidate
    int candidate_count, parent_count, parent_capacity;
    Candidate *candidates;
    Decision **parents;
    double proof_number, estimate;
    double share;   // of the tree below that is proved; computed by tree_count
    uint32_t visit; // number of the last walk that came here
};

typedef struct {
    Goal goal;
    Decision *root;
    Decision **table; // by key, open addressing
    size_t room, count;
    HashMap hints; // moves that win, by the stones without one of the other side (canonical)
    uint32_t visit;
    int busy_below[REPLIES_MAX]; // jobs below each child of a root with the other side to move
} Tree;

void tree_init(Tree *tree, const Goal *goal);
void tree_release(Tree *tree);

// Turns the position into its canonical mirror image. Returns the symmetry that did.
int tree_canonical(Board *b);

// The same for all mirror images.
uint64_t tree_key(const Board *b);

Decision *tree_find(const Tree *tree, uint64_t key); // NULL if unknown
Board tree_board(const Tree *tree, const Decision *node);

// Adds a fact. False, changing nothing, if it cannot be true, such as a move to an occupied point.
bool tree_apply(Tree *tree, const Fact *fact);

// A move that may win because it does in a similar position; POINT_NONE if none is known.
Point tree_hint(const Tree *tree, const Board *b);

// What to work on next.
typedef enum { JOB_NONE, JOB_CANDIDATE, JOB_ALL_REPLIES } TreeJobKind;

typedef struct {
    TreeJobKind kind;
    Decision *node;
    Point move; // JOB_ALL_REPLIES
    int top;    // the child of the root above it; -1: none
} TreeJob;

// The most promising work that no other job does. JOB_NONE if there is none.
TreeJob tree_take_job(Tree *tree);
void tree_end_job(Tree *tree, const TreeJob *job);

typedef struct {
    int64_t proved, open;        // decisions with a candidate
    int64_t unseen;              // positions that were not looked at yet
    double left;                 // estimate of the decisions still to be proved
    double share;                // of the tree that is proved: all replies to a move weigh the same
    int replies, replies_proved; // first moves of the other side, up to symmetry; 0: it does not
                                 // begin
} TreeCount;

TreeCount tree_count(Tree *tree);

// The proved candidate; NULL if the node is not proved by one.
const Candidate *decision_proved_candidate(const Decision *node);
