// Puzzles as JSON Lines, reader and writer. docs/puzzles.md describes every field.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "study/puzzle.h"

// One line with its newline.
void puzzle_write_json(const Puzzle *p, Str *out);

// Parses one line. Checks the form only; puzzle_check verifies the claims.
bool puzzle_read_json(const char *text, size_t len, Puzzle *out, Error *err);
