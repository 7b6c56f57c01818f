// Solver: proves who wins with best play, by proof-number search for both sides in turns. Threats
// are searched first, then every move.
#pragma once

#include "engine/engine.h"
#include "engine/prove/prover.h"

// Needs a prover for each side. See engine_prove.
EngineProof solver_solve(Prover *const provers[2], const Board *b, const EngineLimits *limits,
                         Proof *out);

// Searches only the threats of one side. See engine_attack.
EngineAttack solver_attack(Prover *prover, const Board *b, Stone attacker,
                           const EngineLimits *limits, Proof *out);
