// Parts of `pentad solve`: the report about a position as text, as a drawn board and as JSON; and
// projects.
#pragma once

#include "app/subcommand.h"
#include "base/str.h"
#include "engine/engine.h"
#include "project/project.h"

enum { EXIT_UNDECIDED = 3 };

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

// ---- --project: runs a project, shows its progress and says what is proved (solve_project.c)

// `database`: NULL, or where the jobs for pentad worker are (project_jobs.h). Returns the exit
// status.
int solve_project(const Subcommand *c, const ProjectOptions *options, const char *database,
                  bool quiet);

typedef struct {
    const char *project, *strategy; // a project's folder or a strategy file; the other is NULL
    const char *output;
    const Board *start; // NULL: that of the project
    bool moves_only, quiet;
    int threads;
} SolveCertificate;

// Writes the certificate or the strategy of what is proved. Returns the exit status.
int solve_certificate(const Subcommand *c, const SolveCertificate *options);
