// Move string: the moves of a game as one line of text, "h8i9h9 swap k10". Opening choices are
// words between the stones.
#pragma once

#include "base/scanner.h"
#include "core/game.h"

void move_string_format(const Game *g, Str *out);

// Reads one point. Takes all digits that follow, so that a number out of range is reported as such.
// The error does not include the position in the text.
bool move_string_point(Scanner *s, int size, Point *out, Error *err);

// Plays the rest of the text in a new game.
bool move_string_replay(Scanner *s, Game *g, Error *err);
