// JSON file format of proofs. docs/proofs.md describes every field.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "proof/proof.h"

void proof_write_json(const Proof *p, Str *out);

// Checks only the structure: points are on the board, nodes refer to earlier nodes. proof_check
// checks whether the proof holds. On success the caller releases it.
bool proof_read_json(const char *text, size_t len, Proof *out, Error *err);
