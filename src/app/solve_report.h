// Report of `pentad solve` about a position: as text, as a drawn board and as JSON.
#pragma once

#include "base/str.h"
#include "engine/engine.h"

typedef struct {
    const char *name; // of the position
    const Board *board;
    const EngineResult *result;
    bool verified; // the proof was checked and is valid
    int64_t verified_positions;
    const char *complaint; // why the proof is invalid; NULL if it is valid or unchecked
} SolveReport;

// "Black to move, renju 15x15, 7 stones: Black wins in 11 stones", the line, the proof and the
// effort.
void solve_report_text(const SolveReport *r, Str *out);

// The board with the moves of the line as numbers.
void solve_report_board(const SolveReport *r, Str *out);

// One line of JSON.
void solve_report_json(const SolveReport *r, Str *out);

// The JSON line for a position that could not be read.
void solve_report_json_error(const char *name, const char *why, Str *out);
