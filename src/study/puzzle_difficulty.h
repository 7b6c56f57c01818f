// How hard a puzzle is, measured: how often weak levels find it, and how long the engine looks.
#pragma once

#include "player/analyst.h"
#include "player/level.h"
#include "study/puzzle.h"

// Use it from one thread at a time.
typedef struct {
    Analyst *analyst;
    LevelModel *gauge;
    int64_t nodes; // for the engine to find it
    bool (*interrupted)(void *context);
    void *context;
} DifficultyTools;

// Fills in what was measured. False if another move is seen to win as well, or a defence to fail.
bool puzzle_measure_difficulty(const DifficultyTools *tools, Puzzle *p);

// The Elo of a player who would find it every other time, by how often each level does. 600 is
// level 1; what nobody finds and what everybody finds lies a little beyond the levels.
int puzzle_rating(const int percent[static PUZZLE_LEVELS]);
