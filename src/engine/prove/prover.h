// Prover: depth-first proof-number search (df-pn) for wins by threats (VCT). Threats are fours, and
// moves that would win by a VCF if the opponent passed. Only relevant replies are searched.
//
// A win comes with a proof that covers every reply. A failure only means that there is no win by
// threats of this kind; quieter moves may still win.
#pragma once

#include "engine/board/position.h"
#include "engine/search/time_management.h"
#include "engine/tactics/vcf.h"
#include "proof/proof.h"

#include <stddef.h>

typedef enum { PROVER_PROVED, PROVER_EXHAUSTED, PROVER_STOPPED } ProverResult;

// Search threats only, or every move. With every move, the attacker's win is proved or disproved
// for good.
typedef enum { PROVER_THREATS, PROVER_EVERYTHING } ProverScope;

typedef struct Prover Prover;

Prover *prover_new(const Patterns *patterns, size_t table_bytes);
void prover_free(Prover *prover);

// Starts a new search: can `attacker` win from here, whichever side is to move? The stop condition
// is borrowed; its node limit is ignored. NULL: none.
void prover_start(Prover *prover, const Board *b, Stone attacker, ProverScope scope,
                  const StopCondition *stop_condition);

// Runs the search for at most `nodes` nodes; 0: no limit. Another call continues where the last one
// stopped.
ProverResult prover_run(Prover *prover, int64_t nodes);

// After PROVER_PROVED: writes the proof, as short as the limits allow. False if it was stopped
// first.
bool prover_write_proof(Prover *prover, int64_t nodes, Proof *out);

// The same without looking for a shorter proof: adds the nodes of the win to `out`, which may have
// nodes of other positions. Returns its root node, or PROOF_NONE if it was stopped first.
int prover_add_win(Prover *prover, int64_t nodes, Proof *out);

// After PROVER_EXHAUSTED with PROVER_EVERYTHING: adds the defender's strategy to `out`, a proof
// with the same start. Returns its root node, or PROOF_NONE if it was stopped first.
int prover_write_draw(Prover *prover, int64_t nodes, Proof *out);

int64_t prover_nodes(const Prover *prover); // since prover_start

// True if no VCF search hit its node limit, so that a failure is conclusive.
bool prover_was_thorough(const Prover *prover);
