// Feature dump: the quiet positions of packed games as the classical evaluation sees them, for
// training/tune.py. docs/develop/tuning.md describes every byte.
#pragma once

#include "engine/eval/features.h"
#include "train/packed.h"

// The head of a dump: the baseline weights of a fit, and the groups of codes. Games follow.
void feature_dump_add_head(const Rules *rules, const Weights *w, Str *out);

// `f` is for the rules of the game.
void feature_dump_add_game(Features *f, const PackedGame *g, Str *out);
