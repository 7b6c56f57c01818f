// Solver: proves who wins a position (proof-number and threat-space search) and gives a line of
// play.
#pragma once

#include "base/stop_token.h"
#include "core/board.h"
#include "proof/proof.h"

typedef struct Solver Solver;

enum { SOLVER_LINE_MAX = 64 };

typedef struct {
    bool proved;
    Stone winner;    // with best play; EMPTY: a draw
    Point move;      // keeps the win or draw of the side to move; POINT_NONE if it loses
    bool no_threats; // proved: the side to move has no win by threats alone
    int stones;      // until the five, if the loser resists; 0 if nobody wins
    int length;      // of the line, in which the loser resists longest
    Point line[SOLVER_LINE_MAX];
    int64_t nodes;
} Solution;

// Zero: no limit.
typedef struct {
    int64_t ms, nodes;
    StopToken stop;
} SolverLimits;

Solver *solver_new(void);
void solver_free(Solver *s);

// Clears the tables, so that the next answer does not depend on earlier questions.
void solver_forget(Solver *s);

// These need a game that is not over. solver_decide fills *proof; the caller releases it even if
// nothing was proved. The other two take at most `ms` milliseconds.
Solution solver_decide(Solver *s, const Board *b, const SolverLimits *limits, Proof *proof);
Solution solver_prove(Solver *s, const Board *b, int64_t ms);
int solver_line(Solver *s, const Board *b, int64_t ms, Point line[static SOLVER_LINE_MAX]);

typedef enum { THREATS_UNDECIDED, THREATS_WIN, THREATS_FAIL } Threats;

// Threat-space search: can `attacker`, to move or not, win by threats alone? THREATS_WIN comes with
// a proof; the caller releases *proof in any case. THREATS_FAIL: every threat has an answer, but
// quiet moves may still win.
Threats solver_threats(Solver *s, const Board *b, Stone attacker, const SolverLimits *limits,
                       Proof *proof);
