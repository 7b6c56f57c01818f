// Opening play: the engine's decisions during an opening protocol (swap2, pro and so on). It places
// balanced stones where the opponent chooses sides, takes the better side where it chooses itself,
// and plays the best point of a restricted zone.
#pragma once

#include "core/game.h"
#include "engine/engine.h"

// Returns a point or an answer that the protocol allows, by searches within the request's budget.
// The opening must have a step left.
Point opening_play(Engine *e, const Game *g, const EngineRequest *request);

// The request of a normal search. Where the opening restricts the next stone to a zone, the root
// moves are limited to the most promising points of it, which are stored in `points`.
EngineRequest opening_request(Engine *e, const Game *g, const EngineRequest *request,
                              Point points[static ENGINE_LINES_MAX]);
