#include "engine/engine.h"
#include "engine/prove/prover.h"
#include "proof/checker.h"
#include "support.h"
#include "test.h"

// Checks every claimed win and loss in every rule set against every reply, by the rules alone.
// bench/claims_bench.c does the same with many more positions.
TEST(prover_claims_hold_against_every_reply) {
    Rng rng = {12};
    int by_threats = 0;
    for (int r = 0; rules_at(r); r++) {
        Patterns *patterns = patterns_new(rules_at(r));
        Prover *t = prover_new(patterns, 1 << 20);
        int claims[2] = {0};
        for (int i = 0; i < 60; i++) {
            int size = 9 + rng_below(&rng, 7), moves = 10 + rng_below(&rng, 25);
            Board b = board_random(rules_at(r), size, moves, &rng);
            for (int side = 0; side < 2; side++) {
                ProverLimits limits = {.nodes = 4000};
                ProofCheck checking = {0};
                Proof p;
                Error err = {0};
                prover_start(t, &b, side == 0 ? (Stone)b.turn : stone_other(b.turn),
                             PROVER_THREATS);
                if (prover_run(t, &limits) != PROVER_PROVED || !prover_write_proof(t, &limits, &p))
                    continue;
                claims[side]++;
                by_threats += p.node_count > 3;
                proof_check(&p, &checking, &err);
                CHECK_TEXT(rules_at(r)->name, err.text, "");
                proof_release(&p);
            }
        }
        CHECK(rules_at(r)->name, claims[0] > 8);
        prover_free(t);
        patterns_free(patterns);
    }
    CHECK("not only by fours", by_threats > 15);
}

static const struct {
    const char *row;
    const Rules *rules;
    int size;
} drawn[] = {
    {"freestyle 5x5", &rules_freestyle, 5},         {"freestyle 6x6", &rules_freestyle, 6},
    {"standard 6x6", &rules_standard, 6},           {"caro 5x5", &rules_caro, 5},
    {"caro-overline 6x6", &rules_caro_overline, 6},
};

TEST(prover_solves_small_boards_with_proof) {
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        Engine *engine = engine_new(drawn[i].rules);
        Board b;
        Proof p;
        ProofCheck checking = {0};
        Error err = {0};
        board_init(&b, drawn[i].rules, drawn[i].size);
        EngineProof e = engine_prove(engine, &b, &(EngineLimits){.nodes = 3000000}, &p);
        CHECK_INT(drawn[i].row, e.outcome, SOLVED_DRAW);
        CHECK(drawn[i].row, e.move != POINT_NONE);
        CHECK(drawn[i].row, proof_check(&p, &checking, &err));
        CHECK_TEXT(drawn[i].row, err.text, "");
        proof_release(&p);
        engine_free(engine);
    }
}

// Whether the limit stops the search or the writing, every claim has a proof.
TEST(prover_claims_no_draw_without_proof) {
    Engine *engine = engine_new(&rules_freestyle);
    Board b;
    int decided = 0, undecided = 0;
    board_init(&b, &rules_freestyle, 6);
    for (int nodes = 500; nodes <= 4000; nodes += 100) {
        Proof p;
        Error err = {0};
        EngineProof e = engine_prove(engine, &b, &(EngineLimits){.nodes = nodes}, &p);
        bool is_drawn = e.outcome == SOLVED_DRAW;
        CHECK_INT("a draw or nothing", is_drawn ? SOLVED_UNKNOWN : e.outcome, SOLVED_UNKNOWN);
        CHECK("a proof or nothing", is_drawn == (p.node_count > 0));
        if (is_drawn)
            CHECK("that holds", proof_check(&p, &(ProofCheck){0}, &err));
        decided += is_drawn;
        undecided += !is_drawn;
        proof_release(&p);
    }
    CHECK("some are decided", decided > 0);
    CHECK("some are not", undecided > 0);
    engine_free(engine);
}

// Two black stones far from each other: proven to have no threats, but the outcome is unknown.
TEST(prover_distinguishes_no_threats_from_no_win) {
    Engine *engine = engine_new(&rules_freestyle);
    Board b = board_from_picture(&rules_freestyle,
                                 "............... ............... ............... ............... "
                                 "....X.......... ............... ............... .......O....... "
                                 "............... ............... ..........X.... ............... "
                                 "............... ............... ...............");
    EngineProof e = engine_solve(engine, &b, &(EngineLimits){.nodes = 30000});
    CHECK_INT("not decided", e.outcome, SOLVED_UNKNOWN);
    CHECK("no threats", e.no_threats);
    engine_free(engine);
}

static bool stop(void *context) {
    return ++*(int *)context > 3;
}

TEST(prover_stops_when_interrupted) {
    Engine *engine = engine_new(&rules_freestyle);
    Board b;
    int polls = 0;
    board_init(&b, &rules_freestyle, 15);
    EngineProof e = engine_solve(engine, &b, &(EngineLimits){.stop = {stop, &polls}});
    CHECK_INT("not decided", e.outcome, SOLVED_UNKNOWN);
    CHECK("polled", polls > 3);
    engine_free(engine);
}
