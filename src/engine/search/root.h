// The search from the position that was asked about: deeper and deeper, several lines, reports.
#pragma once

#include "engine/search/search.h"

// Thinks until the watch says stop or nothing is left to find out.
void root_search(Search *t, EngineAnswer *answer);

// The moves with values nearest to `aim`.
void root_balance(Search *t, int aim, EngineAnswer *answer);

// The moves in the order in which a search would try them first.
void root_order_moves(Search *t, EngineAnswer *answer);
