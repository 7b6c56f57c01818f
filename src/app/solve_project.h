// `pentad solve --project`: runs a project, shows its progress and says what is proved.
#pragma once

#include "app/subcommand.h"
#include "project/project.h"

enum { EXIT_UNDECIDED = 3 };

// Returns the exit status.
int solve_project(const Subcommand *c, const ProjectOptions *options, bool quiet);

typedef struct {
    const char *project, *strategy; // a project's folder or a strategy file; the other is NULL
    const char *output;
    const Board *start; // NULL: that of the project
    bool moves_only, quiet;
    int threads;
} SolveCertificate;

// Writes the certificate or the strategy of what is proved. Returns the exit status.
int solve_certificate(const Subcommand *c, const SolveCertificate *options);
