// Puzzle difficulty, measured: how often the graded levels find the solution, and after how many
// nodes the engine does. Turned into an Elo rating.
#pragma once

#include "study/puzzle.h"

// Fills in the measured fields. False if another move also wins, or the defence turns out to lose.
bool puzzle_measure_difficulty(const PuzzleTools *tools, Puzzle *p);

// The Elo of a player who would find the solution half the time, fitted to the percentage of each
// level. Level 1 is 600; puzzles that no level or every level finds get ratings slightly outside
// the range of the levels.
int puzzle_rating(const int percent[static PUZZLE_LEVELS]);
