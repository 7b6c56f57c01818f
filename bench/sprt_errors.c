// Error rates of the sequential probability ratio test (SPRT), by simulation, compared with its
// nominal alpha and beta.
//
//     build/sprt-errors [TESTS]
//
// Each row is a pair of hypotheses and a kind of games, with TESTS (10,000) simulated matches with
// the lower one true and as many with the higher one true. "promised" are alpha and beta. The
// program fails if a rate exceeds its promise by more than 20 % plus chance: the test is an
// approximation.
#include "base/number.h"
#include "match/sprt.h"

#include <math.h>
#include <stdio.h>

// Distribution of games: how much an opening favours one colour, and how often equal players draw.
typedef struct {
    const char *name;
    double bias;  // Elo
    double draws; // 0 to 1
} Games;

static const Games decisive = {"decisive", 0, 0};
static const Games drawish = {"half drawn", 0, 0.5};
static const Games sharp = {"sharp openings", 250, 0};
static const Games mixed = {"sharp, some drawn", 150, 0.3};

// clang-format off
static const struct {
    Sprt test;
    const Games *games;
} rows[] = {
    {{0, 10, 0.05, 0.05}, &decisive},
    {{0, 10, 0.05, 0.05}, &drawish},
    {{0, 10, 0.05, 0.05}, &sharp},
    {{0, 10, 0.05, 0.05}, &mixed},
    {{-5, 5, 0.05, 0.05}, &mixed},
    {{0, 40, 0.05, 0.10}, &decisive},
    {{0, 40, 0.01, 0.01}, &sharp},
    {{0, 100, 0.05, 0.05}, &mixed},
};
// clang-format on

static double uniform(Rng *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

// Half points of a game for a side that is `elo` stronger.
static int play_game(const Games *games, double elo, Rng *rng) {
    double score = elo_to_score(elo);
    double drawn = games->draws * 4 * score * (1 - score);
    double dice = uniform(rng);
    return dice < score - drawn / 2 ? 2 : dice < score + drawn / 2 ? 1 : 0;
}

static double mean_score(const Games *games, double strength) {
    return (elo_to_score(strength + games->bias) + elo_to_score(strength - games->bias)) / 2;
}

// The strength that gives the score of `elo` over both colours.
static double strength_for(const Games *games, double elo) {
    double low = -2000, high = 2000;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        *(mean_score(games, middle) < elo_to_score(elo) ? &low : &high) = middle;
    }
    return low;
}

typedef struct {
    long tests, accepted; // accepted: the higher hypothesis
    long pairs;
} Tally;

static void run_test(const Sprt *test, const Games *games, double strength, Rng *rng,
                     Tally *tally) {
    Pentanomial count = {0};
    SprtVerdict verdict;
    do {
        double bias = uniform(rng) < 0.5 ? games->bias : -games->bias;
        int half_points =
            play_game(games, strength + bias, rng) + play_game(games, strength - bias, rng);
        count.pairs[half_points]++;
        tally->pairs++;
        verdict = sprt_evaluate(test, &count).verdict;
    } while (verdict == SPRT_CONTINUE);
    tally->accepted += verdict == SPRT_ACCEPT_H1;
    tally->tests++;
}

static Tally run_tests(const Sprt *test, const Games *games, double elo, long tests,
                       uint64_t seed) {
    Tally tally = {0};
    Rng rng = {seed};
    double strength = strength_for(games, elo);
    while (tally.tests < tests)
        run_test(test, games, strength, &rng, &tally);
    return tally;
}

static bool is_kept(double rate, double promise, long tests) {
    return rate <= 1.2 * promise + 3 * sqrt(promise * (1 - promise) / (double)tests);
}

static bool run_row(int i, long tests) {
    const Sprt *t = &rows[i].test;
    const Games *games = rows[i].games;
    Tally lower = run_tests(t, games, t->elo0, tests, 2 * (uint64_t)i + 1);
    Tally higher = run_tests(t, games, t->elo1, tests, 2 * (uint64_t)i + 2);
    double gains = (double)lower.accepted / (double)tests;
    double missed = 1 - (double)higher.accepted / (double)tests;
    printf("| %+.0f or %+.0f | %s | %.2f %% (%.0f %%) | %.2f %% (%.0f %%) | %ld | %ld |\n", t->elo0,
           t->elo1, games->name, 100 * gains, 100 * t->alpha, 100 * missed, 100 * t->beta,
           2 * lower.pairs / tests, 2 * higher.pairs / tests);
    return is_kept(gains, t->alpha, tests) && is_kept(missed, t->beta, tests);
}

int main(int argc, char **argv) {
    int64_t tests = 10000;
    Error err = {0};
    if (argc > 2 || (argc == 2 && !number_parse(argv[1], 1, 10000000, &tests, &err))) {
        fprintf(stderr, "usage: %s [TESTS] %s\n", argv[0], err.text);
        return 2;
    }
    printf("%lld tests each\n\n"
           "| Elo | games | false gains (promised) | missed gains (promised) | games a test, lower "
           "true "
           "| higher true |\n|---|---|---|---|---|---|\n",
           (long long)tests);
    bool ok = true;
    for (int i = 0; i < COUNT(rows); i++)
        ok = run_row(i, (long)tests) && ok;
    puts(ok ? "every promise is kept" : "a promise is broken");
    return ok ? 0 : 1;
}
