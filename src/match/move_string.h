// The moves of a game as one line of text: stones as people write them, the answers of an opening
// protocol as words between them, "h8i9h9 swap k10".
#pragma once

#include "base/scanner.h"
#include "core/game.h"

void move_string_format(const Game *g, Str *out);

// A point as moves are written there, of whatever length its number is. The error does not say
// where.
bool move_string_point(Scanner *s, int size, Point *out, Error *err);

// Plays what is left of the text in a game that has just begun.
bool move_string_replay(Scanner *s, Game *g, Error *err);
