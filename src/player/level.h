// Move probabilities of the graded levels (the player "level:N"), computed without sampling games.
#pragma once

#include "core/board.h"

enum { LEVEL_MAX = 10 }; // levels are 1 to LEVEL_MAX

typedef struct LevelModel LevelModel;

LevelModel *level_model_new(void);
void level_model_free(LevelModel *m);

// The probability, 0 to 1, that a level with an empty transposition table plays `move` for the side
// to move. The game must not be over. Deterministic.
double level_move_probability(LevelModel *m, int level, const Board *b, Point move);
