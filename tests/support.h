// What several test files need: boards drawn as text, random games.
#pragma once

#include "base/rng.h"
#include "core/board.h"

// Rows separated by blanks or newlines: X black, O white, anything else empty. The board is square:
// as large as the number of rows or the longest of them, and at least 5. Turn by counting stones.
Board board_from_picture(const Rules *rules, const char *picture);

// A position after up to `moves` random moves that may crowd together (so that lines happen), not
// won. Stops early when the game is over.
Board board_random(const Rules *rules, int size, int moves, Rng *rng);
