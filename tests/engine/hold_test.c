#include "base/number.h"
#include "engine/prove/hold.h"
#include "engine/tactics/pairing.h"
#include "proof/certificate.h"
#include "support.h"
#include "test.h"

// ---- The game of the hold search again, slow and obvious

static bool has_window(const Board *b, Stone color) {
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            for (int d = 0; d < STEP_COUNT; d++) {
                int n = 0;
                while (n < 5 && b->at[point_at(x, y) + n * point_steps[d]] == color)
                    n++;
                if (n == 5)
                    return true;
            }
    return false;
}

// Does the attacker ever fill a window, if the holder only blocks?
static bool attacker_wins(Board *b, Stone attacker) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    Stone turn = b->turn;
    if (has_window(b, attacker))
        return true;
    for (int i = 0; i < n; i++) {
        board_place(b, turn, empty[i]);
        bool wins = attacker_wins(b, attacker);
        board_remove(b, empty[i], turn, EMPTY);
        if (wins == (turn == attacker))
            return wins;
    }
    return n > 0 && turn != attacker;
}

TEST(hold_agrees_with_exhaustive_search) {
    Rng rng = {3};
    Patterns *patterns = patterns_new(&rules_freestyle);
    Prover *prover = prover_new(patterns, 1 << 20);
    int results[2] = {0}, cases = random_cases(400);
    for (int i = 0; i < cases; i++) {
        Board b = board_random(&rules_freestyle, 5 + i % 2, 18 + 11 * (i % 2), &rng);
        Stone attacker = rng_below(&rng, 2) ? BLACK : WHITE;
        if (b.size * b.size - b.stones > 8) // the game ended early
            continue;
        prover_start(prover, &b, attacker, PROVER_EVERYTHING, NULL);
        Hold *hold = hold_new(prover);
        ProverResult got = hold_run(hold, 0);
        bool wins = attacker_wins(&b, attacker);
        CHECK_INT("outcome", got, wins ? PROVER_PROVED : PROVER_EXHAUSTED);
        results[wins]++;
        hold_free(hold);
    }
    CHECK("both outcomes", results[0] > cases / 20 && results[1] > 0);
    prover_free(prover);
    patterns_free(patterns);
}

// ---- Strategies

static bool write_certificate(const Board *b, Stone holder, Str *out) {
    Patterns *patterns = patterns_new(b->rules);
    Prover *prover = prover_new(patterns, 1 << 22);
    Proof proof;
    prover_start(prover, b, stone_other(holder), PROVER_EVERYTHING, NULL);
    Hold *hold = hold_new(prover);
    proof_init(&proof, b);
    bool ok = hold_run(hold, 100000) == PROVER_EXHAUSTED;
    int node = ok ? hold_write(hold, 100000, &proof) : PROOF_NONE;
    proof.outcome = OUTCOME_DRAW;
    proof.roots[holder - BLACK] = node;
    if (node != PROOF_NONE)
        certificate_write(out, &proof, holder);
    proof_release(&proof);
    hold_free(hold);
    prover_free(prover);
    patterns_free(patterns);
    return node != PROOF_NONE;
}

TEST(hold_strategies_pass_the_checker) {
    static const struct {
        const char *row;
        const Rules *rules;
        int size, moves; // at random
        Stone holder;
    } rows[] = {
        {"Black, 7x7", &rules_freestyle, 7, 0, BLACK},
        {"Black, 7x7, standard", &rules_standard, 7, 0, BLACK},
        {"White, 6x6, renju", &rules_renju, 6, 0, WHITE},
        {"White, 7x7, later", &rules_caro, 7, 14, WHITE},
        {"the last points of a large board", &rules_caro_overline, 9, 45, WHITE},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Rng rng = {7};
        Board b = board_random(rows[i].rules, rows[i].size, rows[i].moves, &rng);
        ScopedStr text = {0};
        CertificateCheck check = {0};
        Error err = {0};
        CHECK(rows[i].row, write_certificate(&b, rows[i].holder, &text));
        CHECK(rows[i].row, certificate_check(text.data, text.len, &check, &err));
        CHECK_TEXT(rows[i].row, err.text, "");
        str_release(&check.starts);
    }
}

TEST(hold_does_not_apply) {
    Patterns *patterns = patterns_new(&rules_renju);
    Prover *prover = prover_new(patterns, 1 << 20);
    Board b;
    board_init(&b, &rules_renju, 6);
    prover_start(prover, &b, WHITE, PROVER_EVERYTHING, NULL);
    CHECK("moves may be forbidden to the holder", !hold_new(prover));
    board_init(&b, &rules_renju, 9);
    prover_start(prover, &b, BLACK, PROVER_EVERYTHING, NULL);
    CHECK("too many points", !hold_new(prover));
    prover_free(prover);
    patterns_free(patterns);
}

// ---- Pairs

static bool covers(const PairSet *set, uint64_t window) {
    for (int i = 0; i < set->count; i++)
        if ((set->pairs[i] & window) == set->pairs[i])
            return true;
    return false;
}

TEST(pairs_cover_every_window_and_share_no_point) {
    Rng rng = {5};
    int found = 0, cases = random_cases(20000);
    for (int i = 0; i < cases; i++) {
        uint64_t windows[40], used = 0;
        int count = rng_below(&rng, 16), points = 8 + rng_below(&rng, 40);
        for (int k = 0; k < count; k++) {
            windows[k] = 0;
            while (__builtin_popcountll(windows[k]) < 2 + k % 4)
                windows[k] |= (uint64_t)1 << rng_below(&rng, points);
        }
        PairSet set;
        if (!pair_set_find(windows, count, &set))
            continue;
        found++;
        for (int k = 0; k < count; k++)
            CHECK("covered", covers(&set, windows[k]));
        for (int k = 0; k < set.count; k++) {
            CHECK_INT("two points", __builtin_popcountll(set.pairs[k]), 2);
            CHECK("in no other pair", !(used & set.pairs[k]));
            used |= set.pairs[k];
        }
    }
    CHECK("some have pairs", found > cases / 10 && found < cases);
}
