// Solver: proves who wins with best play, by proof-number search, alternating between the sides.
// Threats are searched first, then every move, or wins that alpha-beta is certain of.
#pragma once

#include "engine/prove/converter.h"

// Answers REQUEST_PROVE. Needs a prover for each side, and one for the converter.
enum { SOLVER_PROVERS = 3 };
void solver_prove(Prover *const provers[SOLVER_PROVERS], Proposer proposer,
                  const EngineRequest *request, const StopCondition *stop, EngineResult *result);

// Answers REQUEST_THREATS.
void solver_search_threats(Prover *prover, const EngineRequest *request, const StopCondition *stop,
                           EngineResult *result);
