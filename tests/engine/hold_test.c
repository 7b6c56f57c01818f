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

// ---- With forbidden moves

// Does White ever fill a window, if Black may play only what is legal, and wins by five?
static bool white_wins(Board *b) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    Stone turn = b->turn;
    bool any = false;
    if (has_window(b, WHITE))
        return true;
    for (int i = 0; i < n; i++) {
        if (board_check(b, empty[i]) != PLAY_OK)
            continue;
        any = true;
        board_place(b, turn, empty[i]);
        bool wins = b->winner != BLACK && white_wins(b);
        board_remove(b, empty[i], turn, EMPTY);
        if (wins == (turn == WHITE))
            return wins;
    }
    return any && turn == BLACK;
}

// Dense in black stones, so that many moves are forbidden.
static Board board_with_fouls(int size, int empty, Rng *rng) {
    Board b;
    board_init(&b, &rules_renju, size);
    for (int i = 0; i < size * size; i++)
        if (rng_below(rng, size * size - i) >= empty)
            board_place(&b, rng_below(rng, 5) < 2 ? WHITE : BLACK, point_at(i % size, i / size));
        else
            empty--;
    b.turn = rng_below(rng, 2) ? BLACK : WHITE;
    board_recompute_winner(&b);
    return b;
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

static void check_certificate_of(const char *row, const Board *b, Stone holder) {
    ScopedStr text = {0};
    CertificateCheck check = {0};
    Error err = {0};
    CHECK(row, write_certificate(b, holder, &text));
    bool ok = certificate_check(text.data, text.len, &check, &err);
    CHECK_TEXT(row, err.text, "");
    CHECK(row, ok);
    str_release(&check.starts);
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
        {"Black, 5x5, renju", &rules_renju, 5, 0, BLACK},
        {"the last points of a large board", &rules_caro_overline, 9, 45, WHITE},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Rng rng = {7};
        Board b = board_random(rows[i].rules, rows[i].size, rows[i].moves, &rng);
        check_certificate_of(rows[i].row, &b, rows[i].holder);
    }
}

TEST(hold_with_fouls_agrees_with_exhaustive_search) {
    Rng rng = {11};
    Patterns *patterns = patterns_new(&rules_renju);
    Prover *prover = prover_new(patterns, 1 << 20);
    int held = 0, lost = 0, cases = random_cases(3000);
    for (int i = 0; i < cases; i++) {
        Board b = board_with_fouls(5 + i % 3, 7, &rng);
        if (b.winner != EMPTY)
            continue;
        prover_start(prover, &b, WHITE, PROVER_EVERYTHING, NULL);
        Hold *hold = hold_new(prover);
        ProverResult got = hold ? hold_run(hold, 0) : PROVER_STOPPED;
        bool wins = white_wins(&b);
        if (got == PROVER_EXHAUSTED) {
            CHECK("really holds", !wins);
            if (b.turn == WHITE)
                check_certificate_of("with fouls", &b, BLACK);
        }
        held += got == PROVER_EXHAUSTED;
        lost += wins;
        hold_free(hold);
    }
    CHECK("both outcomes", held > cases / 20 && lost > 0);
    prover_free(prover);
    patterns_free(patterns);
}

TEST(hold_does_not_apply) {
    Patterns *patterns = patterns_new(&rules_renju);
    Prover *prover = prover_new(patterns, 1 << 20);
    Board b;
    board_init(&b, &rules_renju, 9);
    prover_start(prover, &b, BLACK, PROVER_EVERYTHING, NULL);
    CHECK("too many points", !hold_new(prover));
    board_init(&b, &rules_renju, 7);
    for (int x = 0; x < 6; x++)
        board_place(&b, BLACK, point_at(x, 0));
    prover_start(prover, &b, WHITE, PROVER_EVERYTHING, NULL);
    CHECK("an overline", !hold_new(prover));
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
        if (!pair_set_find(windows, count, NULL, &set))
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
