// Checks a proof by the rules alone. It knows nothing of how the proof was found, and believes
// nothing in it: after every move of the side that claims something, every legal reply is looked
// at.
#pragma once

#include "base/error.h"
#include "proof/proof.h"

typedef struct {
    int64_t positions;                  // looked at; the caller may leave it 0
    bool (*interrupted)(void *context); // asked now and then: give up? NULL: nobody does
    void *context;
} ProofCheck;

// False, and where and why it fails, if the proof does not hold.
bool proof_check(const Proof *p, ProofCheck *c, Error *err);

// Does one node win for `side` from another position, in which it may be that more stones stand?
// For who writes a proof and wants to know which replies a threat meets.
bool proof_node_wins(const Proof *p, Stone side, const Board *b, int node, ProofCheck *c,
                     Error *err);
