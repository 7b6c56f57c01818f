// Converts a proof to a game record with commented variations, for viewing in any SGF editor.
#pragma once

#include "proof/proof.h"
#include "record/record.h"

enum { PROOF_SGF_NODES_MAX = 200000 };

// A shared node of the proof is written once per parent. Nodes beyond the limit are left out, which
// is noted in the record. For a draw, shows both players' strategies.
Record *record_from_proof(const Proof *p);
