// Proofs as JSON files, so that anybody can check them. docs/proofs.md describes every field.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "proof/proof.h"

void proof_write_json(const Proof *p, Str *out);

// Whether the proof holds is not looked at, only that it is one: points on the board, nodes that
// name nodes before them. On success the caller releases it.
bool proof_read_json(const char *text, size_t len, Proof *out, Error *err);
