#include "match/sprt.h"

#include "base/number.h"
#include "test.h"

#include <math.h>

static bool near(double got, double want, double tolerance) {
    return fabs(got - want) <= tolerance;
}

// Computed by an independent script with the same formulas: mean and variance of the counts (0.25
// for a count of 0), the Wilson score interval, and the LLR: pairs / 2 * log of the ratio of the
// variances around the scores of 0 and 10 Elo.
// clang-format off
static const struct {
    const char *name;
    Pentanomial count;
    double score, low, high, llr;
} rows[] = {
    {"even", {{10, 20, 40, 20, 10}}, 0.5, 0.4466, 0.5534, -0.1378},
    {"one of each", {{1, 1, 1, 1, 1}}, 0.5, 0.2366, 0.7634, -0.0041},
    {"many", {{100, 200, 400, 300, 200}}, 0.5625, 0.5460, 0.5789, 10.8822},
    {"stronger", {{5, 10, 20, 40, 25}}, 0.6750, 0.6191, 0.7263, 2.3255},
    {"a clean sweep", {{0, 0, 0, 0, 50}}, 1, 0.9467, 1, 1.4694},
    {"a single pair", {{0, 0, 0, 0, 1}}, 1, 0.4500, 1, 0.0307},
    {"Black wins every game", {{0, 0, 30, 0, 0}}, 0.5, 0.4750, 0.5250, -0.6238},
};
// clang-format on

TEST(sprt_computes_score_and_llr) {
    for (int i = 0; i < COUNT(rows); i++) {
        Estimate score = pentanomial_score(&rows[i].count);
        CHECK(rows[i].name, near(score.value, rows[i].score, 1e-4));
        CHECK(rows[i].name, near(score.low, rows[i].low, 1e-4));
        CHECK(rows[i].name, near(score.high, rows[i].high, 1e-4));
        SprtState s = sprt_evaluate(&(Sprt){0, 10, 0.05, 0.05}, &rows[i].count);
        CHECK(rows[i].name, near(s.llr, rows[i].llr, 1e-4));
    }
}

TEST(sprt_is_symmetric) {
    for (int i = 0; i < COUNT(rows); i++) {
        Pentanomial other;
        for (int k = 0; k < PAIR_OUTCOMES; k++)
            other.pairs[k] = rows[i].count.pairs[PAIR_OUTCOMES - 1 - k];
        Estimate a = pentanomial_score(&rows[i].count), b = pentanomial_score(&other);
        CHECK(rows[i].name, near(a.value + b.value, 1, 1e-12));
        CHECK(rows[i].name, near(a.low + b.high, 1, 1e-12));
        CHECK(rows[i].name, near(a.high + b.low, 1, 1e-12));
        double llr = sprt_evaluate(&(Sprt){-3, 5, 0.05, 0.05}, &rows[i].count).llr;
        double mirrored = sprt_evaluate(&(Sprt){-5, 3, 0.05, 0.05}, &other).llr;
        CHECK(rows[i].name, near(llr, -mirrored, 1e-9 * (1 + fabs(llr))));
    }
}

TEST(sprt_elo_of_known_scores) {
    CHECK("0.5", near(elo_from_score(0.5), 0, 1e-9));
    CHECK("0.75", near(elo_from_score(0.75), 190.85, 0.01));
    CHECK("10/11", near(elo_from_score(10.0 / 11), 400, 1e-6));
    CHECK("back", near(elo_to_score(elo_from_score(0.3)), 0.3, 1e-12));
    CHECK("0", isinf(elo_from_score(0)) && elo_from_score(0) < 0);
    Estimate sweep = pentanomial_elo(&(Pentanomial){{0, 0, 0, 0, 50}});
    CHECK("sweep", isinf(sweep.value) && isinf(sweep.high));
    CHECK("sweep", sweep.low > 300 && sweep.low < 600);
}

TEST(sprt_bounds_and_verdicts) {
    Sprt test = {0, 10, 0.05, 0.10};
    SprtState s = sprt_evaluate(&test, &(Pentanomial){0});
    CHECK("none", near(s.lower, log(0.10 / 0.95), 1e-12) && near(s.upper, log(0.90 / 0.05), 1e-12));
    CHECK_INT("none", s.verdict, SPRT_CONTINUE);
    CHECK_INT("a good start", sprt_evaluate(&test, &(Pentanomial){{0, 0, 0, 0, 3}}).verdict,
              SPRT_CONTINUE);
    CHECK_INT("won", sprt_evaluate(&test, &(Pentanomial){{0, 0, 0, 0, 100}}).verdict,
              SPRT_ACCEPT_H1);
    CHECK_INT("lost", sprt_evaluate(&test, &(Pentanomial){{100, 0, 0, 0, 0}}).verdict,
              SPRT_ACCEPT_H0);
}

// ---- Error rates, by simulation

// Two independent games, each won with the expected score.
static int random_pair(double score, Rng *rng) {
    int half_points = 0;
    for (int game = 0; game < 2; game++)
        if ((double)(rng_next(rng) >> 11) * 0x1p-53 < score)
            half_points += 2;
    return half_points;
}

static bool accepts_elo1(const Sprt *test, double true_elo, Rng *rng) {
    Pentanomial count = {0};
    SprtState s;
    do {
        count.pairs[random_pair(elo_to_score(true_elo), rng)]++;
        s = sprt_evaluate(test, &count);
    } while (s.verdict == SPRT_CONTINUE);
    return s.verdict == SPRT_ACCEPT_H1;
}

TEST(sprt_has_the_requested_error_rates) {
    enum { RUNS = 1000 };
    Sprt test = {0, 40, 0.05, 0.10};
    Rng rng = {20};
    int false_gains = 0, missed_gains = 0;
    for (int i = 0; i < RUNS; i++) {
        false_gains += accepts_elo1(&test, test.elo0, &rng);
        missed_gains += !accepts_elo1(&test, test.elo1, &rng);
    }
    CHECK("alpha, from 2.5 to 6.5 %", false_gains > 25 && false_gains < 65);
    CHECK("beta, from 6 to 12.5 %", missed_gains > 60 && missed_gains < 125);
}
