// The levels, measured: how likely one of them is to play a move, without playing it many times.
#pragma once

#include "core/board.h"

enum { LEVEL_MAX = 10 }; // from 1 on

typedef struct LevelModel LevelModel;

LevelModel *level_model_new(void);
void level_model_free(LevelModel *g);

// For the side to move of a game that is not over: 0 to 1, as often as a level that has just sat
// down would play `move`. The same each time it is asked.
double level_move_probability(LevelModel *g, int level, const Board *b, Point move);
