// Proof checker: verifies a proof from the rules alone. It shares no code with the solver and
// trusts nothing in the proof: after every move of the proving side it checks every legal reply.
#pragma once

#include "base/error.h"
#include "base/stop_token.h"
#include "proof/proof.h"

typedef struct {
    int64_t positions; // counts the positions checked; start with 0
    StopToken stop;
} ProofCheck;

// False if the proof does not hold; *err then says where and why.
bool proof_check(const Proof *p, ProofCheck *c, Error *err);

// True if one node of the proof wins for `side` from another position, which may have more stones.
// Used when building a proof, to find the replies that a threat refutes.
bool proof_node_wins(const Proof *p, Stone side, const Board *b, int node, ProofCheck *c,
                     Error *err);
