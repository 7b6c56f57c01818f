// Decides positions: who wins with best play. Both sides' threats are searched first, in turns;
// where they are exhausted, every move.
#pragma once

#include "engine/engine.h"
#include "engine/prove/prover.h"

// With a prover for each side; see engine_prove.
EngineProof solver_solve(Prover *const provers[2], const Board *b, const EngineLimits *limits,
                         Proof *out);

// One side's threats alone; see engine_attack.
EngineAttack solver_attack(Prover *prover, const Board *b, Stone attacker,
                           const EngineLimits *limits, Proof *out);
