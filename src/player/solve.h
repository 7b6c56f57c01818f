// The engine asked about a position instead of for a move: who wins, and how play may go on.
#pragma once

#include "core/board.h"
#include "proof/proof.h"

typedef struct Solver Solver;

enum { SOLVER_LINE_MAX = 64 };

typedef struct {
    bool proved;
    Stone winner;    // with best play; EMPTY: a draw
    Point move;      // of the side to move, that keeps its win or draw; POINT_NONE if it loses
    bool no_threats; // the side to move certainly has no win by threats alone
    int stones;      // until the five, if the loser resists; 0 if nobody wins
    int length;      // of the line: the loser resists longest
    Point line[SOLVER_LINE_MAX];
    int64_t nodes;
} Solution;

// Zero: no such limit.
typedef struct {
    int64_t ms, nodes;
    bool (*interrupted)(void *context); // asked now and then: stop? NULL: nobody does
    void *context;
} SolverLimits;

Solver *solver_new(void);
void solver_free(Solver *s);

// Forgets past questions, so that the next answer does not depend on them.
void solver_forget(Solver *s);

// All for a game that is not over. The first fills a proof, which is the caller's to release also
// if nothing was proved; the others take so many milliseconds at most.
Solution solver_decide(Solver *s, const Board *b, const SolverLimits *limits, Proof *proof);
Solution solver_prove(Solver *s, const Board *b, int64_t ms);
int solver_line(Solver *s, const Board *b, int64_t ms, Point line[static SOLVER_LINE_MAX]);

typedef enum { THREATS_UNDECIDED, THREATS_WIN, THREATS_FAIL } Threats;

// Can `attacker` win by threats alone, be it to move or not? A win has a proof, which is the
// caller's to release in any case; that they fail means that every threat has an answer, though
// quieter moves may win.
Threats solver_threats(Solver *s, const Board *b, Stone attacker, const SolverLimits *limits,
                       Proof *proof);
