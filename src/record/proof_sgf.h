// A proof as a game record: its moves as variations with comments, to be looked at in any SGF
// editor.
#pragma once

#include "proof/proof.h"
#include "record/record.h"

enum { PROOF_SGF_NODES_MAX = 200000 };

// A node of the proof that serves several times is written out each time; what grows beyond the
// limit is left out, and noted in the record. Of a draw both sides' ways to hold it are shown.
Record *record_from_proof(const Proof *p);
