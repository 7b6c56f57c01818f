// A solver result as JSON: the fields of an object, without the braces.
#pragma once

#include "base/str.h"
#include "engine/engine.h"

// Writes "outcome" (win, loss, draw or unknown, for the side to move), "move",
// "no_win_by_threats", "stones", "line", "nodes" and "ms".
void solution_json_fields(const EngineResult *r, int size, Str *out);
