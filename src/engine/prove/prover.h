// Wins by threats: fours, and moves after which the side that made them would win by fours if the
// other side passed. df-pn, a depth-first search by proof numbers, over the replies that matter.
//
// A win it claims comes with a proof in which every reply was looked at. That it finds none says
// only that there is no win by threats of this kind; the position may still be won by quieter
// moves.
#pragma once

#include "engine/board/position.h"
#include "engine/tactics/vcf.h"
#include "proof/proof.h"

#include <stddef.h>

typedef enum { PROVER_PROVED, PROVER_EXHAUSTED, PROVER_STOPPED } ProverResult;

typedef struct {
    int64_t nodes;                      // more than these in this call; 0: no limit
    int64_t deadline_ns;                // 0: none
    bool (*interrupted)(void *context); // NULL: nobody asks
    void *context;
} ProverLimits;

// Threats alone, or every move: then the attacker's win is proved or disproved for good, if there
// is time enough.
typedef enum { PROVER_THREATS, PROVER_EVERYTHING } ProverScope;

typedef struct Prover Prover;

Prover *prover_new(const Patterns *patterns, size_t table_bytes);
void prover_free(Prover *t);

// Begins with a new question: can `attacker` win from here, whoever is to move?
void prover_start(Prover *t, const Board *b, Stone attacker, ProverScope scope);

// Works on it, and goes on where it stopped if asked again.
ProverResult prover_run(Prover *t, const ProverLimits *limits);

// After PROVER_PROVED: the proof, as short as time allows. False if it was stopped before.
bool prover_write_proof(Prover *t, const ProverLimits *limits, Proof *out);

// After PROVER_EXHAUSTED of everything: adds how the other side holds out to a proof that has this
// start. Returns the node, or PROOF_NONE if it was stopped before.
int prover_write_draw(Prover *t, const ProverLimits *limits, Proof *out);

int64_t prover_nodes(const Prover *t); // since prover_start

// Everything was looked at in full: no search for fours ran into its limit.
bool prover_was_thorough(const Prover *t);
