// What the engine does while an opening protocol is under way: stones that favour neither side
// where the other may choose, and the better side where it may choose itself.
#pragma once

#include "core/game.h"
#include "engine/engine.h"

// A point or an answer that the protocol allows. There is a step to be done.
Point protocol_sense(Engine *e, const Game *g, const EngineLimits *limits);
