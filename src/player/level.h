// Move probabilities of the graded levels (the player "level:N"), computed without sampling games.
#pragma once

#include "engine/engine.h"

enum { LEVEL_MAX = 10 }; // levels are 1 to LEVEL_MAX

// The probability, 0 to 1, that a level with an empty transposition table plays `move` for the side
// to move. The game must not be over. Deterministic: clears the engine first.
double level_move_probability(Engine *e, int level, const Board *b, Point move);
