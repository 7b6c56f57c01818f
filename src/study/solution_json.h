// What the solver found of a position, for programs: the fields of a JSON object, without its
// braces.
#pragma once

#include "base/str.h"
#include "player/solve.h"

// "outcome" (win, loss, draw, unknown: for the side to move), "move", "no_win_by_threats",
// "stones", "line", "nodes", "ms".
void solution_json_fields(const Solution *s, const Board *b, int64_t ms, Str *out);
