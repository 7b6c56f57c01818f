// Engine info lines: finds the evaluation in what an engine prints while it searches.
#pragma once

#include <stdbool.h>

// The evaluation in a line such as
//     MESSAGE Depth 14-22 | Eval 123 | Time 1.2s | H8 I9
//     MESSAGE depth 14-22 multipv 1 ev -M12 n 1M
//     INFO EVAL +M9
// from the engine's point of view, as in PlayerMove. False if the line has none.
bool engine_info_value(const char *line, int *value);
