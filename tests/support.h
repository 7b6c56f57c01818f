// Test helpers: boards from text diagrams, random positions.
#pragma once

#include "base/number.h"
#include "core/board.h"

// Rows separated by spaces or newlines: X black, O white, anything else empty. The board is square,
// as large as the number of rows or the longest row, and at least 5. The stone count decides the
// turn.
Board board_from_picture(const Rules *rules, const char *picture);

// True if repeating `run` does not take more and more memory. Always true if malloc cannot tell:
// not glibc, or with sanitizers, which look for leaks themselves.
bool gives_memory_back(void (*run)(void));

// A position that is not won, after up to `moves` random moves, clustered so that lines occur.
// Stops early if the game ends.
Board board_random(const Rules *rules, int size, int moves, Rng *rng);
