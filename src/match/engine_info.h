// What programs say while they think, as far as it has a value in it.
#pragma once

#include "player/player.h"

// The value of a line such as
//     MESSAGE Depth 14-22 | Eval 123 | Time 1.2s | H8 I9
//     MESSAGE depth 14-22 multipv 1 ev -M12 n 1M
//     INFO EVAL +M9
// for the side that speaks; not known if there is none.
Evaluation engine_info_evaluation(const char *line);
