// Verifies the prover's claims: random positions, quiet and sharp, in every rule set. Each claimed
// win is checked against every reply by src/proof/checker.c, which uses only the rules.
#include "base/clock.h"
#include "base/options.h"
#include "engine/prove/prover.h"
#include "proof/proof.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const char *rules;
    int64_t positions, seed, nodes;
} Args;

// clang-format off
static const Option options[] = {
    {"rules", 'r', OPTION_TEXT, offsetof(Args, rules), "only this rule set", "RULES", .choices = rules_name},
    {"positions", 'p', OPTION_INT, offsetof(Args, positions), "per rule set", "N", .min = 1, .max = 10000000},
    {"seed", 's', OPTION_INT, offsetof(Args, seed), "of the random positions", "N", .min = 0, .max = 1000000},
    {"nodes", 'n', OPTION_INT, offsetof(Args, nodes), "per search", "N", .min = 100, .max = 100000000},
    {0},
};
// clang-format on

typedef struct {
    int64_t claims[2], by_fours, false_claims, unwritten, exhausted, stopped, longest, nodes,
        largest;
} Tally;

static void print_board(const Board *b) {
    for (int y = 0; y < b->size; y++) {
        for (int x = 0; x < b->size; x++)
            putchar(".XO"[b->at[point_at(x, y)]]);
        putchar('\n');
    }
    printf("%s to move, %s\n", stone_name(b->turn), b->rules->name);
}

static void try_position(Prover *t, const Board *b, Stone attacker, int64_t nodes, Tally *tally) {
    prover_start(t, b, attacker, PROVER_THREATS, NULL);
    ProverResult r = prover_run(t, nodes);
    tally->exhausted += r == PROVER_EXHAUSTED;
    tally->stopped += r == PROVER_STOPPED;
    Proof proof;
    Error err = {0};
    if (r != PROVER_PROVED)
        return;
    if (!prover_write_proof(t, nodes, &proof)) {
        tally->unwritten++;
        return;
    }
    tally->claims[attacker != b->turn]++;
    tally->by_fours += proof.node_count == 1;
    int length = proof_length(&proof);
    tally->longest = length > tally->longest ? length : tally->longest;
    tally->largest = proof.node_count > tally->largest ? proof.node_count : tally->largest;
    ProofCheck checking = {0};
    if (!proof_check(&proof, &checking, &err)) {
        tally->false_claims++;
        printf("false: %s wins: %s\n", stone_name(attacker), err.text);
        print_board(b);
    }
    tally->nodes += checking.positions;
    proof_release(&proof);
}

int main(int argc, char **argv) {
    Args args = {.positions = 200, .seed = 1, .nodes = 20000};
    Error err = {0};
    argc--;
    argv++;
    if (!options_parse(options, &args, &argc, argv, NULL, &err)) {
        fprintf(stderr, "claims-bench: %s\n", err.text);
        return EXIT_FAILURE;
    }
    int64_t false_claims = 0;
    for (int r = 0; rules_at(r); r++) {
        const Rules *rules = rules_at(r);
        if (args.rules && rules != rules_find(args.rules, &err))
            continue;
        Patterns *patterns = patterns_new(rules);
        Prover *t = prover_new(patterns, 4 << 20);
        Rng rng = {(uint64_t)args.seed};
        Tally tally = {0};
        int64_t start = clock_now_ms();
        for (int64_t i = 0; i < args.positions; i++) {
            // From sparse to crowded: quiet positions to many fours.
            int size = 9 + rng_below(&rng, 11);
            Board b = board_random(rules, size, 8 + rng_below(&rng, 40), &rng);
            try_position(t, &b, b.turn, args.nodes, &tally);
            try_position(t, &b, stone_other(b.turn), args.nodes, &tally);
        }
        printf("%-14s positions %lld  wins %lld (%lld by fours alone)  losses %lld  false %lld  "
               "not written %lld  no win by threats %lld  stopped %lld  longest %lld stones  "
               "largest %lld nodes  checked %lld  %.1f s\n",
               rules->name, (long long)args.positions, (long long)tally.claims[0],
               (long long)tally.by_fours, (long long)tally.claims[1], (long long)tally.false_claims,
               (long long)tally.unwritten, (long long)tally.exhausted, (long long)tally.stopped,
               (long long)tally.longest, (long long)tally.largest, (long long)tally.nodes,
               (double)(clock_now_ms() - start) / 1e3);
        fflush(stdout);
        false_claims += tally.false_claims;
        prover_free(t);
        patterns_free(patterns);
    }
    return false_claims ? EXIT_FAILURE : EXIT_SUCCESS;
}
