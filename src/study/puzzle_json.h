// Puzzles as lines of JSON. docs/puzzles.md describes every field.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "study/puzzle.h"

// With a newline at its end.
void puzzle_write_json(const Puzzle *p, Str *out);

// One line. What it claims is not looked at, only that it is a puzzle.
bool puzzle_read_json(const char *text, size_t len, Puzzle *out, Error *err);
