// The engine asked about a position instead of for a move: who wins, and how play may go on.
#pragma once

#include "core/board.h"

typedef struct Solver Solver;

enum { SOLVER_LINE_MAX = 64 };

typedef struct {
    bool proved;
    Stone winner; // with best play; EMPTY: a draw
    Point move;   // of the side to move, that keeps its win or draw; POINT_NONE if it loses
} Solution;

Solver *solver_new(void);
void solver_free(Solver *s);

// Both for a game that is not over, within so many milliseconds.
Solution solver_prove(Solver *s, const Board *b, int64_t ms);
int solver_line(Solver *s, const Board *b, int64_t ms, Point line[static SOLVER_LINE_MAX]);
