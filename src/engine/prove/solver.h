// Solver: proves who wins with best play, by proof-number search for both sides in turns. Threats
// are searched first, then every move.
#pragma once

#include "engine/prove/prover.h"

// Answers REQUEST_PROVE. Needs a prover for each side.
void solver_prove(Prover *const provers[2], const EngineRequest *request, const StopCondition *stop,
                  EngineResult *result);

// Answers REQUEST_THREATS.
void solver_search_threats(Prover *prover, const EngineRequest *request, const StopCondition *stop,
                           EngineResult *result);
