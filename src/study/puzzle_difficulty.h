// Puzzle difficulty, measured: how often the graded levels find the solution, and after how many
// nodes the engine does. Turned into an Elo rating.
#pragma once

#include "player/analyst.h"
#include "player/level.h"
#include "study/puzzle.h"

// Not thread-safe.
typedef struct {
    Analyst *analyst;
    LevelModel *gauge; // of the levels' move choice
    int64_t nodes;     // search limit of the engine
    StopToken stop;
} DifficultyTools;

// Fills in the measured fields. False if another move also wins, or the defence turns out to lose.
bool puzzle_measure_difficulty(const DifficultyTools *tools, Puzzle *p);

// The Elo of a player who would find the solution half the time, fitted to the percentage of each
// level. Level 1 is 600; puzzles that no level or every level finds get ratings slightly outside
// the range of the levels.
int puzzle_rating(const int percent[static PUZZLE_LEVELS]);
