// What a number of games says about strength: score, Elo with error bars, and the sequential test
// that tells when there were enough of them.
//
// Games come in pairs: one opening, played once with each colour. Both games of a pair share the
// luck of the opening, so it is pairs that are counted, by the points they brought: that makes the
// error bars as narrow as they may be.
#pragma once

#include <stdbool.h>

enum { PAIR_OUTCOMES = 5 }; // 0, 1/2, 1, 3/2 or 2 points

// By the half points of the side that is looked at.
typedef struct {
    long pairs[PAIR_OUTCOMES];
} Pentanomial;

long pentanomial_total(const Pentanomial *count);

// A value and where it lies in 95 of 100 cases.
typedef struct {
    double value, low, high;
} Estimate;

// The share of the points, from 0 to 1. There must be a pair.
Estimate pentanomial_score(const Pentanomial *count);

// The same as a difference in Elo; infinite for a clean sweep, and so is then that end of the
// interval.
Estimate pentanomial_elo(const Pentanomial *count);

// Expected score of a side that is so much stronger, and back.
double elo_to_score(double elo);
double elo_from_score(double score);

// Is the difference elo0 or elo1? `alpha`: how often elo1 is accepted though elo0 is true; `beta`:
// the other way round.
typedef struct {
    double elo0, elo1; // elo0 < elo1
    double alpha, beta;
} Sprt;

typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtVerdict;

typedef struct {
    double llr, lower, upper; // the log-likelihood ratio, and the bounds that end the test
    SprtVerdict verdict;
} SprtState;

SprtState sprt_evaluate(const Sprt *test, const Pentanomial *count);
