// Match statistics: score, Elo with a confidence interval, and the sequential probability ratio
// test (SPRT) that ends a match once the result is clear.
//
// Games come in pairs: one opening, played once with each color. Both games of a pair share the
// luck of the opening, so the statistics count pairs by their points (pentanomial model), which
// gives the narrowest valid error bars.
#pragma once

enum { PAIR_OUTCOMES = 5 }; // 0, 1/2, 1, 3/2 or 2 points

// Number of pairs by half points of one side.
typedef struct {
    long pairs[PAIR_OUTCOMES];
} Pentanomial;

long pentanomial_total(const Pentanomial *count);

// A value with its 95% confidence interval.
typedef struct {
    double value, low, high;
} Estimate;

// The share of the points, from 0 to 1. Needs at least one pair.
Estimate pentanomial_score(const Pentanomial *count);

// The same as an Elo difference. For a clean sweep, the value and that end of the interval are
// infinite.
Estimate pentanomial_elo(const Pentanomial *count);

// Expected score for an Elo difference, and the inverse.
double elo_to_score(double elo);
double elo_from_score(double score);

// H0: the difference is elo0. H1: it is elo1. `alpha`: probability of accepting H1 when H0 is true;
// `beta`: of accepting H0 when H1 is true.
typedef struct {
    double elo0, elo1; // elo0 < elo1
    double alpha, beta;
} Sprt;

typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtVerdict;

typedef struct {
    double llr, lower, upper; // log-likelihood ratio, and the bounds that end the test
    SprtVerdict verdict;
} SprtState;

SprtState sprt_evaluate(const Sprt *test, const Pentanomial *count);
