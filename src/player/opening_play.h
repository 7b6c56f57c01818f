// What the engine does while an opening protocol is under way: stones that favour neither side
// where the other may choose, the better side where it may choose itself, and the best point of a
// zone where stones must be in one.
#pragma once

#include "core/game.h"
#include "engine/engine.h"

// A point or an answer that the protocol allows. There is a step to be done.
Point opening_play(Engine *e, const Game *g, const EngineLimits *limits);

// The limits of a search in ordinary play. Where the opening says where the next stone must be, the
// engine chooses among the most promising of those points, which are put into `points`.
EngineLimits opening_limits(Engine *e, const Game *g, const EngineLimits *limits,
                            Point points[static ENGINE_LINES_MAX]);
