#include "match/sprt.h"

#include <math.h>

// Regularization: an outcome that did not occur yet counts as a fraction of a pair. With a smaller
// number the first pairs, which are often equal, give so small a variance that the test ends with
// them.
static const double unseen = 0.25;

static const double quantile_95 = 1.959964; // of the normal distribution, two-sided

typedef struct {
    double pairs, mean, variance; // of the score of a pair, from 0 to 1
} Moments;

static Moments moments_of(const Pentanomial *count) {
    Moments m = {0};
    double weights[PAIR_OUTCOMES];
    for (int i = 0; i < PAIR_OUTCOMES; i++) {
        weights[i] = count->pairs[i] > 0 ? (double)count->pairs[i] : unseen;
        m.pairs += weights[i];
        m.mean += weights[i] * i / (PAIR_OUTCOMES - 1);
    }
    m.mean /= m.pairs;
    for (int i = 0; i < PAIR_OUTCOMES; i++) {
        double off = (double)i / (PAIR_OUTCOMES - 1) - m.mean;
        m.variance += weights[i] * off * off / m.pairs;
    }
    return m;
}

long pentanomial_total(const Pentanomial *count) {
    long total = 0;
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        total += count->pairs[i];
    return total;
}

static double raw_score(const Pentanomial *count) {
    long half_points = 0;
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        half_points += i * count->pairs[i];
    return (double)half_points / (double)((PAIR_OUTCOMES - 1) * pentanomial_total(count));
}

// Wilson score interval, which also works for a clean sweep. The sample size is the number of
// independent games with the same variance as these pairs.
Estimate pentanomial_score(const Pentanomial *count) {
    Moments m = moments_of(count);
    double score = raw_score(count);
    double games = m.pairs * m.mean * (1 - m.mean) / m.variance;
    double zz = quantile_95 * quantile_95 / games;
    double middle = (score + zz / 2) / (1 + zz);
    double half = sqrt(zz * (score * (1 - score) + zz / 4)) / (1 + zz);
    return (Estimate){
        .value = score,
        .low = score > 0 ? middle - half : 0,
        .high = score < 1 ? middle + half : 1,
    };
}

double elo_to_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double elo_from_score(double score) {
    return score <= 0 ? -INFINITY : score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

Estimate pentanomial_elo(const Pentanomial *count) {
    Estimate score = pentanomial_score(count);
    return (Estimate){elo_from_score(score.value), elo_from_score(score.low),
                      elo_from_score(score.high)};
}

// Generalized SPRT (GSPRT): the log-likelihood ratio of the two hypotheses by the normal
// approximation, each with the variance of the pairs around its own expected score. The simpler
// form, with the variance around the mean for both, makes tests of 40 Elo and more miss a third
// more gains than beta allows (bench/sprt_errors.c).
SprtState sprt_evaluate(const Sprt *test, const Pentanomial *count) {
    SprtState s = {
        .lower = log(test->beta / (1 - test->alpha)),
        .upper = log((1 - test->beta) / test->alpha),
    };
    if (pentanomial_total(count) == 0)
        return s;
    Moments m = moments_of(count);
    double s0 = elo_to_score(test->elo0), s1 = elo_to_score(test->elo1);
    double off0 = m.mean - s0, off1 = m.mean - s1;
    s.llr = m.pairs / 2 * log((m.variance + off0 * off0) / (m.variance + off1 * off1));
    s.verdict = s.llr <= s.lower   ? SPRT_ACCEPT_H0
                : s.llr >= s.upper ? SPRT_ACCEPT_H1
                                   : SPRT_CONTINUE;
    return s;
}
