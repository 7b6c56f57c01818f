#include "ask.h"
#include "base/number.h"
#include "core/notation.h"
#include "engine/prove/converter.h"
#include "proof/proof.h"
#include "support.h"

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
                ProofCheck checking = {0};
                Proof p;
                Error err = {0};
                prover_start(t, &b, side == 0 ? (Stone)b.turn : stone_other(b.turn), PROVER_THREATS,
                             NULL);
                if (prover_run(t, 4000) != PROVER_PROVED || !prover_write_proof(t, 4000, &p))
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
        Engine *engine = engine_new(NULL);
        Board b;
        ProofCheck checking = {0};
        Error err = {0};
        board_init(&b, drawn[i].rules, drawn[i].size);
        EngineResult e = ask_proof(engine, &b, 3000000);
        CHECK_INT(drawn[i].row, e.outcome, OUTCOME_DRAW);
        CHECK(drawn[i].row, e.lines[0].move != POINT_NONE);
        CHECK(drawn[i].row, proof_check(&e.proof, &checking, &err));
        CHECK_TEXT(drawn[i].row, err.text, "");
        engine_result_release(&e);
        engine_free(engine);
    }
}

static Board board_after(const Rules *rules, const char *moves) {
    Board b;
    Point points[64];
    int count = 0;
    board_init(&b, rules, 15);
    CHECK(moves, points_parse(moves, 15, COUNT(points), points, &count, NULL));
    for (int i = 0; i < count; i++)
        CHECK(moves, board_play(&b, points[i]) == PLAY_OK);
    return b;
}

// White has no threats, and searching every move of White would never end.
TEST(prover_spends_its_nodes_on_the_side_that_has_threats) {
    Engine *engine = engine_new(NULL);
    Board b = board_after(&rules_standard, "e4f2g2e5i3f6d4f7");
    ProofCheck checking = {0};
    Error err = {0};
    EngineResult e = ask_proof(engine, &b, 60000);
    CHECK_INT("decided", e.outcome, OUTCOME_WIN);
    CHECK("with a proof", proof_check(&e.proof, &checking, &err));
    CHECK_TEXT("that holds", err.text, "");
    engine_result_release(&e);
    engine_free(engine);
}

// A stone outside the zone of a win changes nothing: compared with the checker, point by point.
TEST(converter_zones_contain_every_stone_that_matters) {
    static const Rules *const rules[] = {&rules_freestyle, &rules_standard};
    Rng rng = {31};
    int wins = 0, outside = 0, inside = 0;
    for (int r = 0; r < COUNT(rules); r++) {
        Patterns *patterns = patterns_new(rules[r]);
        Prover *prover = prover_new(patterns, 1 << 20);
        for (int i = 0; i < random_cases(400); i++) {
            Board b = board_random(rules[r], 8 + rng_below(&rng, 8), 8 + rng_below(&rng, 25), &rng);
            Proof p;
            Stone attacker = b.turn, defender = stone_other(b.turn);
            proof_init(&p, &b);
            prover_start(prover, &b, attacker, PROVER_THREATS, NULL);
            int node = prover_run(prover, 4000) == PROVER_PROVED ? prover_add_win(prover, 4000, &p)
                                                                 : PROOF_NONE;
            PointSet zone = {{0}};
            if (node != PROOF_NONE && p.nodes[node].line_count == 0) {
                zone = converter_zone(&p, node, &b, attacker);
                wins++;
            }
            Point empty[BOARD_MAX * BOARD_MAX];
            int n = node != PROOF_NONE && p.nodes[node].line_count == 0
                        ? board_empty_points(&b, empty)
                        : 0;
            for (int k = 0; k < n; k++) {
                Error err = {0};
                Board after = b;
                after.at[empty[k]] = (uint8_t)defender;
                bool holds = proof_node_wins(&p, attacker, &after, node, &(ProofCheck){0}, &err);
                if (!point_set_has(&zone, empty[k])) {
                    CHECK_TEXT(rules[r]->name, err.text, "");
                    outside++;
                }
                inside += !holds;
            }
            proof_release(&p);
        }
        prover_free(prover);
        patterns_free(patterns);
    }
    CHECK("wins by threats", wins > 0);
    CHECK("points outside the zone", outside > 0);
    CHECK("stones that matter", inside > 0);
}

static const struct {
    const char *row, *moves;
    const Rules *rules;
    int nodes;
    Outcome outcome;
} quiet[] = {
    {"a loss", "j5i7g6e4i4h5g5g4h2e5e3f4d4f3e2g7", &rules_standard, 400000, OUTCOME_LOSS},
    {"an early loss", "g4g5e3h6f3f6h4i7f4", &rules_freestyle, 600000, OUTCOME_LOSS},
};

// Neither side wins by threats alone.
TEST(solver_proves_wins_with_quiet_moves) {
    for (int i = 0; i < COUNT(quiet); i++) {
        Engine *engine = engine_new(NULL);
        Board b = board_after(quiet[i].rules, quiet[i].moves);
        Error err = {0};
        EngineResult e = ask_proof(engine, &b, quiet[i].nodes);
        CHECK_INT(quiet[i].row, e.outcome, quiet[i].outcome);
        proof_check(&e.proof, &(ProofCheck){0}, &err);
        CHECK_TEXT(quiet[i].row, err.text, "");
        engine_result_release(&e);
        engine_free(engine);
    }
}

// Whether the limit stops the search or the writing, every claim has a proof.
TEST(prover_claims_no_draw_without_proof) {
    Engine *engine = engine_new(NULL);
    Board b;
    int decided = 0, undecided = 0;
    board_init(&b, &rules_freestyle, 6);
    for (int nodes = 20; nodes <= 1000; nodes += 20) {
        Error err = {0};
        EngineResult e = ask_proof(engine, &b, nodes);
        bool is_drawn = e.outcome == OUTCOME_DRAW;
        CHECK_INT("a draw or nothing", is_drawn ? OUTCOME_UNKNOWN : e.outcome, OUTCOME_UNKNOWN);
        CHECK("a proof or nothing", is_drawn == (e.proof.node_count > 0));
        if (is_drawn)
            CHECK("that holds", proof_check(&e.proof, &(ProofCheck){0}, &err));
        decided += is_drawn;
        undecided += !is_drawn;
        engine_result_release(&e);
    }
    CHECK("some are decided", decided > 0);
    CHECK("some are not", undecided > 0);
    engine_free(engine);
}

// Two black stones far from each other: proven to have no threats, but the outcome is unknown.
TEST(prover_distinguishes_no_threats_from_no_win) {
    Engine *engine = engine_new(NULL);
    Board b = board_from_picture(&rules_freestyle,
                                 "............... ............... ............... ............... "
                                 "....X.......... ............... ............... .......O....... "
                                 "............... ............... ..........X.... ............... "
                                 "............... ............... ...............");
    EngineResult e = ask_proof(engine, &b, 30000);
    CHECK_INT("not decided", e.outcome, OUTCOME_UNKNOWN);
    CHECK("no threats", e.no_threat_win);
    engine_result_release(&e);
    engine_free(engine);
}

static bool stop(void *context) {
    return ++*(int *)context > 3;
}

TEST(prover_stops_when_interrupted) {
    Engine *engine = engine_new(NULL);
    Board b;
    int polls = 0;
    board_init(&b, &rules_freestyle, 15);
    EngineRequest request = {.kind = REQUEST_PROVE, .board = &b, .stop = {stop, &polls}};
    EngineResult e = engine_run(engine, &request);
    CHECK_INT("not decided", e.outcome, OUTCOME_UNKNOWN);
    CHECK("polled", polls > 3);
    engine_result_release(&e);
    engine_free(engine);
}
