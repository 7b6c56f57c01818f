// Hold search: proves that one side cannot win, by proof-number search (df-pn) on bitboards. For
// small boards, and the last empty points of large ones.
//
// Any five points in a row count as a win for the attacker, and fives of the holder as nothing.
// That is stricter than every rule set, so the holder's strategy is valid under all of them. The
// converse is not true: where the holder fails here, a counter-four may still save it.
//
// For a holder with forbidden moves, the search knows which are forbidden, counts the holder's
// fives and tries the attacker's moves everywhere, because they may make another move forbidden.
#pragma once

#include "engine/prove/prover.h"

typedef struct Hold Hold;

// Uses the proof-number table, the nodes and the limits of `prover`, which was started with the
// attacker, all moves and the same board. NULL if there are too many empty points.
Hold *hold_new(Prover *prover);
void hold_free(Hold *hold);

// Searches for at most `nodes` nodes. PROVER_EXHAUSTED: the holder holds. PROVER_PROVED: it fails,
// see above. Another call continues.
ProverResult hold_run(Hold *hold, int64_t nodes);

// After PROVER_EXHAUSTED: adds the holder's strategy to `out`, a proof with the same start. Returns
// its root node, or PROOF_NONE if it was stopped first.
int hold_write(Hold *hold, int64_t nodes, Proof *out);
