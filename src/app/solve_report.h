// What `pentad solve` found out, in words, as a drawing and as JSON.
#pragma once

#include "base/str.h"
#include "player/solve.h"

typedef struct {
    const char *name; // of the position
    const Board *board;
    const Solution *solution;
    const Proof *proof;
    int64_t ms;
    bool verified; // the proof was checked, and holds
    int64_t verified_positions;
    const char *complaint; // why the proof does not hold; NULL
} SolveReport;

// "Black to move: Black wins in 11 stones: h8 i9 ..." and what stands behind it.
void solve_report_words(const SolveReport *r, Str *out);

// The board with the moves of the line as numbers.
void solve_report_board(const SolveReport *r, Str *out);

// One line.
void solve_report_json(const SolveReport *r, Str *out);

// The same line for a position that could not be asked about.
void solve_report_json_error(const char *name, const char *why, Str *out);
