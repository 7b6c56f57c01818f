// Writes the certificate (proof/certificate.h) of what a project has proved, or its strategy: the
// moves alone. The leaves are proved again by the threat prover, this time with written proofs.
#pragma once

#include "project/project.h"

typedef struct {
    Tree *tree;
    const Board *start; // NULL: that of the project, or those replies to it that are proved
    bool moves_only;    // the strategy
    int threads;        // default: 1
    StopToken stop;
    void (*on_progress)(void *context, int done, int decisions); // may be NULL
    void *context;
} CertificateOptions;

// Adds the positions that could not be proved again to the tree as FACT_HARD, and lists them in
// `failed` (mem_free), to be logged: then another run of the project searches them. False if there
// are any, if nothing is proved, or if it was stopped.
bool tree_write_certificate(const CertificateOptions *options, Str *out, Fact **failed,
                            int *failed_count, Error *err);

// Reads a strategy, or the moves of a certificate, into a new tree, in which every position with a
// move counts as proved.
bool tree_read_strategy(const char *text, size_t len, Tree *out, Error *err);
